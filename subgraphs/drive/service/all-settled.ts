/** What comes of the work, when nothing of it is under way any more; rejects then, if something failed. */
export async function allSettled<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
