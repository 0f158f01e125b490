import { createCipheriv } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ContentProfile, ProfileSampler } from './content-profile.js';

function profileOf(...blocks: Buffer[]): ContentProfile {
  const sampler = new ProfileSampler();
  for (const block of blocks) sampler.update(block);
  return sampler.profile();
}

const words = Array.from({ length: 20_000 }, (_, index) => `word-${(index * 7919) % 1013}`).join(' ');

/** Deterministic ciphertext: encrypts with a constant key and nonce. */
function encrypt(content: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', Buffer.alloc(32, 'key'), Buffer.alloc(16)).update(content);
}

describe('the profile of content', () => {
  const zip = Buffer.concat([Buffer.from('504b030414000000', 'hex'), deflateRawSync(Buffer.from(words))]);
  test.each([
    ['text', Buffer.from('Übersicht der Verträge')],
    ['text', Buffer.from('﻿utf-16', 'utf16le')],
    ['zip', zip],
    ['jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['pdf', Buffer.from('%PDF-1.7')],
    ['iso-media', Buffer.from('0000001866747970', 'hex')],
    ['unknown', encrypt(zip)],
    ['unknown', Buffer.from([0, 1, 2, 3])],
    ['unknown', Buffer.from('5249464600', 'hex')],
    ['text', Buffer.from('feff0041', 'hex')],
    ['text', Buffer.from('\t\n\v\f\r\x1b[0m')],
    ['unknown', Buffer.from('a\b')],
    ['unknown', Buffer.from('a\x0e')],
    ['unknown', Buffer.from('a\x1f')],
    ['text', Buffer.from('Länge', 'latin1')],
    ['unknown', Buffer.from('Größe', 'latin1')],
    ['text', Buffer.from(`x${'ü'.repeat(3000)}`)],
    ['text', Buffer.concat([Buffer.alloc(4096, 'a'), Buffer.alloc(10)])],
    ['unknown', Buffer.concat([Buffer.alloc(4095, 'a'), Buffer.alloc(10)])],
    ['text', Buffer.alloc(0)],
  ])('recognizes the format %s', (format, content) => {
    expect(profileOf(content).format).toBe(format);
  });

  test('has the statistics of random bytes for ciphertext, but not for compressed data', () => {
    const cipher = profileOf(encrypt(Buffer.alloc(30_000, words)));
    expect(cipher.entropy).toBeGreaterThan(7.98);
    expect(cipher.chiSquare).toBeLessThan(350);
    const compressed = profileOf(zip);
    expect(compressed.entropy).toBeGreaterThan(7);
    expect(compressed.chiSquare).toBeGreaterThan(600);
    const text = profileOf(Buffer.from(words));
    expect(text.entropy).toBeLessThan(5);
    expect(text.chiSquare).toBeGreaterThan(10_000);
  });

  test('distinguishes text from ciphertext even for small content', () => {
    expect(profileOf(Buffer.from(words.slice(0, 128))).chiSquare).toBeGreaterThan(1000);
    expect(profileOf(encrypt(Buffer.alloc(128, words))).chiSquare).toBeLessThan(400);
    expect(profileOf(Buffer.alloc(0))).toEqual({ format: 'text', entropy: 0, chiSquare: 0 });
  });

  test('samples each block, so no byte is read twice', () => {
    const half = Buffer.alloc(40_000, 1);
    expect(profileOf(half, Buffer.alloc(40_000, 2)).entropy).toBeCloseTo(1, 3);
  });
});
