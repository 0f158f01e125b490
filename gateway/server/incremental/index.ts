export { answerInParts, type PartsAnswer } from './multipart-answer.js';
