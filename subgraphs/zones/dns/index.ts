export { frames } from './frames.js';
export {
  DnsMessage,
  internetClass,
  Opcode,
  type Question,
  queryMessage,
  RecordType,
  type ResourceRecord,
  ResponseCode,
  type StartOfAuthority,
  uint16,
  wireFormatOf,
} from './message.js';
export { MessageWriter, maxMessageBytes } from './message-writer.js';
export { TsigSession, tsigErrorOf } from './tsig.js';
export { type TsigVerification, verifyQuery } from './tsig-server.js';
