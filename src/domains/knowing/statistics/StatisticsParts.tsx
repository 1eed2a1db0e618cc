import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { type NamedTest, testName } from '../../../shared/questions/test-names.ts';
import { type Panel, statisticsAddress } from '../../../web/parts/statistics-address.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconFlag } from '../../../web/ui/icons/StaffIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import type { Column } from '../../../web/ui/lists/DataTable.tsx';
import { Formatted } from '../../bank/test-bank/Formatted.tsx';
import styles from './Statistics.module.css';
import type { TestStatistics } from './statistics.contract.ts';
import { discriminationInWords } from './statistics-words.rules.ts';

type QuestionFigures = TestStatistics['questions'][number];

// Parts shared by the statistics of a test and those of the bank.

/** Downloads the figures on the screen as a file for a spreadsheet. */
export function AsTable({ href }: { href: string }) {
  return (
    <Button variant="quiet" className={styles['asTable']} icon={<IconDownload />} href={href} download>
      Descarregar CSV
    </Button>
  );
}

/** Renders its children from the first time that the section around it is opened, so that only then they are read. */
export function OnceOpened({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const part = place.current?.closest('details');
    const open = () => setOpened(true);
    part?.addEventListener('toggle', open, { once: true });
    return () => part?.removeEventListener('toggle', open);
  }, []);
  return <div ref={place}>{opened && children}</div>;
}

export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

export function Statement({
  question: { statement, statementHtml },
}: {
  question: { statement: string; statementHtml?: string | undefined };
}) {
  return <Formatted text={statement} html={statementHtml} />;
}

/** Returns the column that links a question of the bank to the statistics of its test. */
export const testColumn = (panel: Panel): Column<{ position: number; test: NamedTest & { id: number } }> => ({
  key: 'test',
  header: 'Teste',
  cell: ({ position, test }) => (
    <a href={statisticsAddress(panel, test.id)}>
      {testName(test)}, questão {position}
    </a>
  ),
});

/** Why a question should be reviewed, one line for each reason. */
export function Flags({ flags }: { flags: QuestionFigures['flags'] }) {
  return flags.map(({ kind, letter, text }) => (
    <span key={`${kind}${letter ?? ''}`} className={styles['flag']}>
      <IconFlag size={16} /> {text}
    </span>
  ));
}

/** The column with a question and its flags. */
export const flaggedColumn = <
  Row extends ComponentProps<typeof Statement>['question'] & Pick<QuestionFigures, 'flags'>,
>(): Column<Row> => ({
  key: 'statement',
  header: 'Questão',
  card: 'title',
  cell: (question) => (
    <>
      <Statement question={question} />
      <Flags flags={question.flags} />
    </>
  ),
});

/** How well a question discriminates, in a word. */
export function WorksBadge({ discrimination, flags }: Pick<QuestionFigures, 'discrimination' | 'flags'>) {
  const words = discriminationInWords(discrimination, flags);
  if (!words) return '–';
  const isWell = words === 'funciona bem';
  return (
    <Badge
      tone={isWell ? 'ok' : words === 'a verificar' ? 'flag' : 'info'}
      {...(isWell ? { icon: <IconCheck size={16} /> } : {})}
    >
      {words}
    </Badge>
  );
}
