/** The fields of a Protocol Buffers message by number: varints and fixed numbers as bigint, others as bytes. */
export type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

/** @throws {RangeError} if the bytes end within a field */
export function readMessage(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>();
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('the message ends within a field');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(take(1)[0] ?? 0);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Number(tag >> 3n);
    const value = readValue(Number(tag & 7n), { varint, take });
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

function readValue(type: number, { varint, take }: { varint: () => bigint; take: (length: number) => Buffer }) {
  if (type === 0) return varint();
  if (type === 1) return take(8).readBigUInt64LE();
  if (type === 2) return take(Number(varint()));
  if (type === 5) return BigInt(take(4).readUInt32LE());
  throw new RangeError(`there is no wire type ${type}`);
}

export function messagesOf(fields: Fields, number: number): Fields[] {
  return bytesOf(fields, number).map(readMessage);
}

export function textOf(fields: Fields, number: number): string {
  return bytesOf(fields, number)[0]?.toString('utf8') ?? '';
}

export function hexOf(fields: Fields, number: number): string {
  return bytesOf(fields, number)[0]?.toString('hex') ?? '';
}

export function numberOf(fields: Fields, number: number): bigint {
  const value = fields.get(number)?.[0] ?? 0n;
  if (typeof value !== 'bigint') throw new TypeError(`field ${number} is not a number`);
  return value;
}

function bytesOf(fields: Fields, number: number): Buffer[] {
  return (fields.get(number) ?? []).map((value) => {
    if (typeof value === 'bigint') throw new TypeError(`field ${number} has no bytes`);
    return value;
  });
}
