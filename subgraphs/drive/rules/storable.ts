/** Whether PostgreSQL can store this text; nothing that is stored there has another one. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
