/** One line around six dots, like the sona of a child's map. */
const LINE =
  'M72.8 55.8Q85 68 93.5 59.5T89.8 38.8L63.2 12.2Q51 0 38.8 12.2L12.2 38.8Q0 51 8.5 59.5T29.2 55.8L72.8 12.2Q85 0 93.5 8.5T89.8 29.2L63.2 55.8Q51 68 38.8 55.8L12.2 29.2Q0 17 8.5 8.5T29.2 12.2Z';
const DOTS = [
  [17, 17],
  [51, 17],
  [85, 17],
  [17, 51],
  [51, 51],
] as const;

/** Renders a sheet with three options, one of them marked with a pencil. It is decoration: the words beside it say the same. */
export function PictureOfTest() {
  const options = { fill: 'var(--surface)', stroke: 'var(--line-strong)', strokeWidth: 2.4 };
  return (
    <svg viewBox="0 0 120 112" width="104" aria-hidden="true">
      {[8, 76].map((y) => (
        <g key={y}>
          <rect x="4" y={y} width="92" height="28" rx="7" {...options} />
          <circle cx="20" cy={y + 14} r="8" {...options} />
          <path d={`M38 ${y + 14}h34`} stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round" />
        </g>
      ))}
      <rect
        x="4"
        y="42"
        width="92"
        height="28"
        rx="7"
        fill="var(--brand-soft)"
        stroke="var(--brand)"
        strokeWidth="3.4"
      />
      <circle cx="20" cy="56" r="9" fill="var(--brand)" />
      <path d="m15.5 56.3 3.3 3.3 5.8-6.2" fill="none" stroke="var(--on-brand)" strokeWidth="3" strokeLinecap="round" />
      <path d="M38 56h22" stroke="var(--ink)" strokeWidth="4.4" strokeLinecap="round" />
      <g transform="translate(62 58) rotate(-38)" stroke="#1a2140" strokeWidth="2.4" strokeLinejoin="round">
        <path d="M0 0 16-8h42a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H16z" fill="#fbf6e9" />
        <path d="M16-8h36v16H16z" fill="var(--brass)" />
      </g>
    </svg>
  );
}

/** Renders a line around five dots, with one more dot before it. */
export function PictureOfPractice() {
  return (
    <svg viewBox="-5 -5 112 78" width="104" aria-hidden="true">
      <path d={LINE} fill="none" stroke="var(--brand)" strokeWidth="4.2" strokeLinejoin="round" />
      {DOTS.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="6.4" fill="var(--brass)" stroke="var(--ink)" strokeWidth="1.8" />
      ))}
      <circle cx="85" cy="51" r="5.4" fill="var(--surface)" stroke="var(--line-strong)" strokeWidth="2" />
    </svg>
  );
}

/** Renders four small pictures, one of them chosen. */
export function PictureOfChoice() {
  const tile = { width: 44, height: 44, rx: 8, fill: 'var(--surface)', stroke: 'var(--line-strong)', strokeWidth: 3 };
  return (
    <svg viewBox="0 0 112 112" width="104" aria-hidden="true">
      <rect x="8" y="8" {...tile} />
      <rect x="60" y="8" {...tile} fill="var(--brand-soft)" stroke="var(--brand)" strokeWidth="4" />
      <rect x="8" y="60" {...tile} />
      <rect x="60" y="60" {...tile} />
      <circle cx="30" cy="30" r="9" fill="var(--brass)" stroke="var(--ink)" strokeWidth="2" />
      <path d="m82 19 10 20H72z" fill="var(--brand)" />
      <path d="M20 82h20" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round" />
      <path d="M73 82h8v8h-8zM84 82h8v8h-8z" fill="var(--brass)" stroke="var(--ink)" strokeWidth="2" />
    </svg>
  );
}

/** Renders the same line embossed on a cover. */
export function Thread() {
  return (
    <svg viewBox="-3 -3 108 74" width="86" aria-hidden="true">
      <path d={LINE} fill="none" stroke="#fbf6e9" strokeOpacity="0.6" strokeWidth="2" />
    </svg>
  );
}
