import { type ReactNode, Suspense, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import type { ShownChild } from '../../../shared/child.ts';
import { type Loaded, reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { useNow } from '../../../web/device/now.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { helpful, lazily } from '../../../web/parts/lazily.tsx';
import { OtherChild } from '../../../web/parts/OtherChild.tsx';
import { firstName, ofWhom, plural, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink, Card } from '../../../web/ui/lists/Card.tsx';
import { ChildBook } from '../../../web/ui/paper/ChildBook.tsx';
import { FioEmpty } from '../../../web/ui/paper/Fio.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { Formatted } from '../../bank/test-bank/Formatted.tsx';
import { LANG, type Languages, languageOf, languagesOf } from '../../bank/test-bank/presented.rules.ts';
import styles from './Mistakes.module.css';
import type { MistakesOfTheme, PracticeSummary, practiceContract } from './practice.contract.ts';
import { weekSentence } from './practice-words.rules.ts';
import { DAYS_TO_LEAVE, dayWords } from './session.rules.ts';

const useRead = reader<typeof practiceContract>();
const HandOver = lazily(() => import('../../people/child-mode/HandOver.tsx'));
const MistakeOpen = lazily(() => import('./MistakeOpen.tsx'));
const TrialAsk = helpful(() => import('../trial/TrialAsk.tsx'));

interface MistakesProps {
  /** The id as it is in the address. */
  id: string;
  family: Loaded<readonly (ShownChild & { active: boolean })[]>;
}

/** The book of mistakes as the parent sees it: the questions due today, and all mistakes by theme. */
export default function Mistakes({ id, family }: MistakesProps) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/children/:id/mistakes', { params: { id } }, { enabled: valid });
  const summaries = useRead('GET /api/practice', {});
  const child = family.data?.find((one) => String(one.id) === id);
  usePage('Caderno de erros', brand.productName);

  if (!valid || found.error?.status === 404 || (family.data && !child))
    return (
      <Page width="form">
        <h1>Caderno de erros</h1>
        <Empty title="Não encontrámos esta criança." text="Pode ser de outra conta, ou o endereço está incompleto.">
          <Button href="/dashboard">Início</Button>
        </Empty>
      </Page>
    );
  const error = found.error ?? summaries.error ?? family.error;
  if (error && !(found.data && summaries.data && child)) {
    const again = () => Promise.all([found.refetch(), summaries.refetch(), family.refetch()]);
    return (
      <Page width="form">
        <h1>Caderno de erros</h1>
        <Failed error={error} onRetry={again} busy={found.isFetching || family.isFetching}>
          <a href="/dashboard">Início</a>
        </Failed>
      </Page>
    );
  }
  const summary = summaries.data?.find(({ childId }) => String(childId) === id);
  if (!found.data || !child || !summaries.data)
    return (
      <Page>
        <h1 className="sr">Caderno de erros</h1>
        <Skeleton lines={14} />
      </Page>
    );
  const others = family.data?.filter((one) => one.active && one.id !== child.id) ?? [];
  return (
    <Page className={styles['page']}>
      <Book
        themes={found.data}
        summary={summary}
        child={child}
        controls={<OtherChild others={others} all="/dashboard" one={(other) => `/children/${other.id}/mistakes`} />}
      />
    </Page>
  );
}

function Book({
  themes,
  summary,
  child,
  controls,
}: {
  themes: MistakesOfTheme[];
  summary: PracticeSummary | undefined;
  child: ShownChild;
  controls: ReactNode;
}) {
  const name = firstName(child.fullName);
  const [handing, setHanding] = useState(false);
  const today = dateInLuanda(useNow());
  const total = themes.reduce((sum, { mistakes }) => sum + mistakes.length, 0);
  const left = themes.flatMap((theme) =>
    theme.left.map((question) => ({ ...question, lang: LANG[languageOf(theme)] })),
  );
  const isEmpty = total === 0 && left.length === 0;
  const due = summary?.due ?? 0;
  const said = isEmpty ? (
    <EmptyBook childId={child.id} />
  ) : (
    <Sheet as="section">
      <h1 className={styles['sentence']}>{sentenceOf(due, total, name, child, summary?.next ?? null, today)}</h1>
      <p className="muted">
        {due > 0 && 'São uns 5 minutos. '}
        {weekSentence(withArticle(name, child.gender), summary?.week.length ?? 0)}
      </p>
      {due > 0 && (
        <div className={styles['acts']}>
          <Button size="l" href={`/practice/${child.id}`}>
            Treinar sem entregar
          </Button>
          <Button size="l" variant="secondary" onClick={() => setHanding(true)}>
            Entregar o telemóvel
          </Button>
        </div>
      )}
    </Sheet>
  );
  return (
    <>
      <div>
        <BackLink href={`/children/${child.id}`}>{name}</BackLink>
        <ChildBook
          cover={child.cover}
          name={child.fullName}
          title="Caderno de erros"
          detail={`${name} · ${child.schoolClass}`}
          controls={controls}
          className={isEmpty ? undefined : styles['spread']}
        >
          {said}
          {!isEmpty && (
            <div>
              <p className={styles['rule']}>
                <ThreeDays done={DAYS_TO_LEAVE} />
                Quando a criança acerta uma pergunta em {DAYS_TO_LEAVE} dias diferentes, a pergunta sai do caderno.
              </p>
              {total > 0 && (
                <Themes
                  themes={todayFirst(themes).filter(({ mistakes }) => mistakes.length > 0)}
                  today={today}
                  own={`resposta ${ofWhom(name, child.gender)}`}
                />
              )}
            </div>
          )}
        </ChildBook>
      </div>
      {summary && summary.week.length > 0 && <Week {...summary} />}
      {!isEmpty && <TrialAsk />}
      {handing && (
        <Suspense fallback={null}>
          <HandOver child={child} onClose={() => setHanding(false)} />
        </Suspense>
      )}
      {left.length > 0 && <Left questions={left} />}
    </>
  );
}

/** Lists the questions that have left the book. */
function Left({ questions }: { questions: (MistakesOfTheme['left'][number] & { lang: 'en' | undefined })[] }) {
  return (
    <details className={styles['fold']}>
      <summary>
        {questions.length === 1 ? 'Saiu' : 'Saíram'} do caderno: {plural(questions.length, 'pergunta', 'perguntas')}
      </summary>
      <ul className={styles['left']}>
        {questions.map(({ id, statement, statementHtml, lang }) => (
          <li key={id} lang={lang}>
            <Formatted text={statement} html={statementHtml} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function EmptyBook({ childId }: { childId: number }) {
  return (
    <Sheet as="section">
      <h1>O caderno está vazio</h1>
      <FioEmpty />
      <p>As perguntas erradas entram aqui depois de cada teste.</p>
      <div className={styles['acts']}>
        <Button size="l" href={`/tests?childId=${childId}`}>
          Fazer um teste
        </Button>
      </div>
    </Sheet>
  );
}

/** Number of themes that are listed, and of questions in an open theme, before the rest is asked for. */
const MAX_THEMES = 4;
const MAX_QUESTIONS = 3;

/** Renders the themes as rows, those due today first; a row opens its questions. */
function Themes({ themes, today, own }: { themes: readonly MistakesOfTheme[]; today: string; own: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? themes : themes.slice(0, MAX_THEMES);
  const rest = themes.slice(MAX_THEMES);
  const waiting = rest.reduce((sum, { mistakes }) => sum + mistakes.length, 0);
  return (
    <section className={styles['themes']} aria-label="Por tema">
      {shown.map((theme) => (
        <Theme
          key={`${theme.discipline} ${theme.code ?? theme.theme}`}
          theme={theme}
          today={today}
          own={own}
          only={themes.length === 1}
        />
      ))}
      {!all && rest.length > 0 && (
        <Button variant="quiet" full onClick={() => setAll(true)}>
          Mais {plural(rest.length, 'tema', 'temas')}, {plural(waiting, 'pergunta', 'perguntas')}
        </Button>
      )}
    </section>
  );
}

interface ThemeProps {
  theme: MistakesOfTheme;
  today: string;
  own: string;
  /** Whether it is the only theme, which is open at first. */
  only: boolean;
}

/** Renders one theme: a row, and its questions when it is open. */
function Theme({ theme: ofTheme, today, own, only }: ThemeProps) {
  const { discipline, theme, mistakes } = ofTheme;
  const [opened, setOpened] = useState(only);
  const [all, setAll] = useState(false);
  const due = mistakes.filter(({ comesToday }) => comesToday).length;
  const ordered = [...mistakes].sort((one, other) => Number(other.comesToday) - Number(one.comesToday));
  const first = mistakes.reduce((soonest, { due: day }) => (day < soonest ? day : soonest), mistakes[0]?.due ?? today);
  return (
    <details name="erros" open={only} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        <span>
          <h2>{theme}</h2>
          <span className={due > 0 ? styles['today'] : undefined}>
            {due > 0
              ? `${due} de ${mistakes.length} para treinar hoje`
              : `${plural(mistakes.length, 'pergunta', 'perguntas')}, ${later(first, today)}`}
            {' · '}
            {discipline}
          </span>
        </span>
        <IconChevronDown />
      </summary>
      {opened && (
        <div className={styles['inside']}>
          <ul>
            {ordered.slice(0, all ? undefined : MAX_QUESTIONS).map((mistake) => (
              <li key={mistake.id}>
                <Mistake
                  mistake={mistake}
                  today={today}
                  own={own}
                  languages={languagesOf(ofTheme, mistake.question.alternatives)}
                />
              </li>
            ))}
          </ul>
          {!all && ordered.length > MAX_QUESTIONS && (
            <Button variant="quiet" onClick={() => setAll(true)}>
              Ver as {ordered.length}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

/** Says when the next question of a theme returns. One that is due but not among today's is said to come soon. */
const later = (due: string, today: string) => {
  const words = dayWords(due, today);
  return words === 'hoje' ? 'em breve' : words;
};

function Week({ week, weekMinutes }: PracticeSummary) {
  return (
    <Card title="Esta semana">
      <dl className={styles['week']}>
        <Figure label="Treinos" value={String(week.length)} />
        <Figure label="Perguntas" value={String(week.reduce((sum, { cards }) => sum + cards, 0))} />
        <Figure label="Tempo" value={`${weekMinutes} min`} />
      </dl>
    </Card>
  );
}

/** Puts themes with questions due today before the others. */
function todayFirst(themes: readonly MistakesOfTheme[]): MistakesOfTheme[] {
  const later = ({ mistakes }: MistakesOfTheme) => Number(!mistakes.some(({ comesToday }) => comesToday));
  return [...themes].sort((one, other) => later(one) - later(other));
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type OneMistake = MistakesOfTheme['mistakes'][number];

interface MistakeProps {
  mistake: OneMistake;
  today: string;
  /** "resposta da Maria" */
  own: string;
  languages: Languages;
}

/** Renders a question of the book; when opened, it shows its alternatives and the explanation. */
function Mistake({ mistake, today, own, languages }: MistakeProps) {
  const [open, setOpen] = useState(false);
  const { question, rightDays, due, comesToday } = mistake;
  const said = dayWords(due, today);
  // The question is due, but not among today's eight.
  const when = said === 'hoje' && !comesToday ? 'em breve' : said;
  return (
    <details className={styles['mistake']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ThreeDays done={rightDays.length} upright />
        <span>
          <span lang={LANG[languages[0]]}>
            <Formatted text={question.statement} html={question.statementHtml} />
          </span>
          <span className={styles['when']}>
            <b>
              {rightDays.length} de {DAYS_TO_LEAVE} dias
            </b>{' '}
            · <span className={when === 'hoje' ? styles['today'] : undefined}>volta {when}</span>
          </span>
        </span>
        <IconChevronDown />
      </summary>
      {open && <MistakeOpen mistake={mistake} own={own} languages={languages} />}
    </details>
  );
}

/** Three dots on a short thread, one for each of three days. They are decoration: the words beside them say the same. */
function ThreeDays({ done, upright = false }: { done: number; upright?: boolean }) {
  return (
    <svg
      className={styles['days']}
      width={upright ? 20 : 66}
      height={upright ? 66 : 20}
      viewBox={upright ? '0 0 20 66' : '0 0 66 20'}
      aria-hidden="true"
    >
      <g transform={upright ? 'matrix(0 1 1 0 0 0)' : undefined} fill="none" strokeLinecap="round">
        <path className={styles['guide']} d={WAVE} />
        <path
          className={styles['line']}
          d={WAVE}
          pathLength={3}
          strokeDasharray={`${done} 4`}
          opacity={done === 0 ? 0 : 1}
        />
        {[11, 33, 55].map((x, index) => (
          <circle
            key={x}
            className={index < done ? styles['full'] : styles['grain']}
            cx={x}
            cy="10"
            r={index < done ? 4.4 : 3.4}
          />
        ))}
      </g>
    </svg>
  );
}
const WAVE = 'M0 10C8 .5 14 .5 22 10C30 19.5 36 19.5 44 10C52 .5 58 .5 66 10';

/** "Das 8 perguntas da Maria, 5 são para treinar hoje" */
function sentenceOf(
  due: number,
  total: number,
  name: string,
  child: ShownChild,
  next: string | null,
  today: string,
): string {
  if (total === 0) return `${withArticle(name, child.gender)} já sabe todas as que errou`;
  const whose = ofWhom(name, child.gender);
  if (due === 0)
    return next ? `Hoje não há perguntas para treinar. A próxima é ${dayWords(next, today)}.` : 'Por hoje está feito';
  if (total === 1) return `Hoje há 1 pergunta para treinar ${whose}`;
  return `Das ${total} perguntas ${whose}, ${due} ${due === 1 ? 'é' : 'são'} para treinar hoje`;
}
