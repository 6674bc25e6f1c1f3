const paths = {
  dashboard: 'M3 3h7v8H3zM14 3h7v5h-7zM14 12h7v9h-7zM3 15h7v6H3z',
  tenants: 'M3 21V8l9-5 9 5v13M9 21v-7h6v7',
  namespaces: 'M12 3l9 5-9 5-9-5zM3 13l9 5 9-5',
  access: 'M12 3l8 3v6c0 4.5-3.2 7.7-8 9-4.8-1.3-8-4.5-8-9V6zM9 12l2 2 4-4',
  quotas: 'M4 18a9 9 0 1 1 16 0M12 14l4-5',
  hibernation: 'M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z',
  templates: 'M8 3H4v18h16V7l-4-4h-4M8 3v6h6M8 14h8M8 17h5',
  cost: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  problems: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  history: 'M4 12a8 8 0 1 1 2.5 5.8M4 12l-2-2M4 12l2.2-2M12 8v4l3 2',
  files: 'M4 4h6l2 3h8v13H4z',
  changes: 'M7 4v16M7 20a2 2 0 1 0 0-.1M7 4a2 2 0 1 0 0-.1M17 20V9a4 4 0 0 0-4-4h-2M17 20a2 2 0 1 0 0-.1',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM20 20l-5-5',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  commit: 'M3 12h6M15 12h6M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  check: 'M5 13l4 4L19 7',
  remove: 'M6 6l12 12M18 6L6 18',
  simulate: 'M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  whatIf: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5',
  cluster: 'M4 5h16v6H4zM4 13h16v6H4zM7 8v.5M7 16v.5',
  configuration: 'M4 6h9M17 6h3M15 4v4M4 12h3M11 12h9M9 10v4M4 18h11M19 18h1M17 16v4',
  arrow: 'M5 12h14M13 6l6 6-6 6',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon: the adjacent text conveys the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
