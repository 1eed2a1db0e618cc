/** Signs by which somebody who cannot read recognises a discipline. */
const SIGNS: Readonly<Record<string, string>> = { Matemática: '123', Português: 'Aa', Inglês: 'Hi' };
/** Drawings of a seedling, an hourglass and a globe. */
const DRAWN: Readonly<Record<string, string>> = {
  Ciências:
    'M14 9.5V7a4 4 0 0 1 4-4h2v2a4 4 0 0 1-4 4 4 4 0 0 0-4 4c0 2 1 3 1 5a5 5 0 0 1-1 3M4 9a5 5 0 0 1 8 4 5 5 0 0 1-8-4M5 21h14',
  História: 'M6 3h12M6 21h12M8 3v4l8 10v4M16 3v4L8 17v4',
  Geografia: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
};

/** Renders the sign of a discipline. It is decoration: its name stands beside it. */
export function DisciplineSign({ of: discipline, size = 24 }: { of: string; size?: number }) {
  const drawn = DRAWN[discipline];
  return (
    <span aria-hidden="true">
      {drawn ? (
        <svg
          width={size}
          height={size}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d={drawn} />
        </svg>
      ) : (
        <b>{SIGNS[discipline] ?? discipline[0]}</b>
      )}
    </span>
  );
}
