/** A day in the time zone of the browser: `Jun 4, 2026`. */
export function dayText(instant: string): string {
  return new Date(instant).toLocaleDateString('en', { dateStyle: 'medium' });
}

const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;

/** `Jun 4, 2026, 09:12 GMT+2` */
export function timeText(instant: string): string {
  return new Date(instant).toLocaleString('en', { ...date, ...time });
}

/** An instant in the time zone of the browser. */
export function Instant({ of: instant }: { readonly of: string }) {
  return <time dateTime={instant}>{timeText(instant)}</time>;
}

/** The day of an instant, with the exact time as a hint. */
export function Day({ of: instant }: { readonly of: string }) {
  return (
    <time dateTime={instant} title={timeText(instant)}>
      {dayText(instant)}
    </time>
  );
}
