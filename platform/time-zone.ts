/** Whether the string is an IANA time zone. Intl also accepts offsets such as +01:00, which are not IANA time zones. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
