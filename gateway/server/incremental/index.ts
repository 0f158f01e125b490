export { answerInParts } from './multipart-answer.js';
