/** Whether Go reads a text as true, with strconv.ParseBool. */
export function isGoTrue(text: string): boolean {
  return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text);
}
