import { expect, test } from 'vitest';
import { MassChangeState } from '../../subgraphs/drive/guard/index.js';
import { administrator } from './support/drive-world.js';
import { encryptFile } from './support/office.js';
import { massChanges, officeWorld, poll } from './support/office-world.js';

const { CONFIRMED, DISMISSED, OPEN, RESOLVED } = MassChangeState;

test('a decision does not hide another attack whose contents are still being downloaded', async () => {
  const { world, files } = await officeWorld();
  const decide = async (state: MassChangeState) => {
    const [newest] = await massChanges(world);
    await world.service.changeMassChange(administrator, { id: newest?.id ?? 0, state });
  };
  /** A sync that reports the encryption of these files, and stores their contents only after the decision. */
  const attackAround = async (from: number, decision: MassChangeState) => {
    for (const id of files.slice(from, from + 40)) encryptFile(world.site.content, id, '');
    world.site.faults.respond({ on: 'content', times: 1000, status: 503, headers: { 'retry-after': '600' } });
    await expect(poll(world)).rejects.toThrow('accepts no requests for');
    await decide(decision);
    world.site.faults.clear();
    await poll(world);
  };
  for (const id of files.slice(0, 40)) encryptFile(world.site.content, id, '');
  await poll(world);
  await attackAround(100, DISMISSED);
  expect((await massChanges(world)).map(({ state }) => state)).toEqual([OPEN, DISMISSED]);
  await decide(CONFIRMED);
  await attackAround(200, RESOLVED);
  expect((await massChanges(world)).map(({ state }) => state)).toEqual([OPEN, RESOLVED, DISMISSED]);
});

test('ordinary changes during an attack count toward the usual rate of changes', async () => {
  const { world, files } = await officeWorld();
  const { content } = world.site;
  const editMany = (day: number) => {
    for (const [index, id] of files.entries()) {
      if (index % 3 === 0) content.write(id, Buffer.from(`day ${day} ${index} `.repeat(100)));
    }
  };
  const encryptSome = (from: number, count: number) => {
    const others = files.filter((_, index) => index >= from && index % 3 === 1);
    for (const id of others.slice(0, count)) encryptFile(content, id);
  };
  encryptSome(0, 20);
  editMany(1);
  encryptSome(60, 20);
  await poll(world);
  const [massChange] = await massChanges(world);
  await world.service.changeMassChange(administrator, { id: massChange?.id ?? 0, state: CONFIRMED });
  world.clock.seconds += 86_400;
  editMany(2);
  encryptSome(150, 22);
  await poll(world);
  expect(await massChanges(world)).toHaveLength(1);
});
