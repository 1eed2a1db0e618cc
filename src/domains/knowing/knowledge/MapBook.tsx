import type { ReactNode } from 'react';
import { minutesFor, USUAL_DURATION } from '../../../shared/durations.ts';
import { rowNumbers, rowsOf } from '../../../shared/sona.ts';
import { unbroken } from '../../../shared/unbroken.ts';
import { CHILD_CLASSES } from '../../../shared/words.ts';
import { firstName, inSentence, plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconLock } from '../../../web/ui/base/Icon.tsx';
import { Sona, SonaSign } from '../../../web/ui/paper/Sona.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import { actionAddress, practiceOf } from './addresses.rules.ts';
import styles from './Knowledge.module.css';
import type { KnowledgeMap } from './knowledge.contract.ts';
import { classInWords, countThemes, mapSentence, STATE_WORDS, STATES } from './map-words.rules.ts';
import type { StateFilter } from './ThemeList.tsx';

type Discipline = KnowledgeMap['disciplines'][number];
type OnTheme = ((index: number) => void) | undefined;

/** Side of a cell in the drawing's own units; the style sheet sets its size on the screen. */
const CELL = 54;

interface MapBookProps {
  map: KnowledgeMap;
  shown: Discipline;
  child: Child;
  filter: StateFilter;
  /** Code of the theme to work on next. */
  next: string | undefined;
  /** Opens a theme in the list, if there is a list. */
  onTheme: OnTheme;
}

/** Renders the open notebook: its ruled page has the sentence, the legend and the next action, its plain page the drawing. */
export function MapBook({ map, shown, child, filter, next, onTheme }: MapBookProps) {
  const name = firstName(child.fullName);
  const { title, rest } = mapSentence({ firstName: name, gender: child.gender }, map.schoolClass, {
    ...countThemes(shown.themes),
    discipline: shown.discipline,
  });
  const ring = next === undefined ? -1 : shown.themes.findIndex(({ code }) => code === next);
  return (
    <section className={styles['book']}>
      <Say title={title}>
        {rest}
        {shown.lacking !== null && (
          <>
            {' '}
            <span className="nowrap">Falta sobretudo:</span> <b>{shown.lacking}</b>.
          </>
        )}
      </Say>
      <Field
        states={shown.themes.map(({ state }) => state)}
        next={ring < 0 ? undefined : ring}
        label={shown.sentence}
        onTheme={onTheme}
        hint={`Cada ponto é um tema, pela ordem do ano. O fio passa pelos que ${inSentence(name, child.gender)} sabe.${
          ring < 0 ? '' : ' O anel marca o próximo.'
        }`}
      />
      <Legend themes={shown.themes} filter={map.detailed ? filter : undefined} />
      <div className={styles['act']}>
        {map.detailed ? <Action map={map} shown={shown} child={child} ring={ring} /> : <NamesLocked />}
      </div>
    </section>
  );
}

function Legend({ themes, filter }: { themes: Discipline['themes']; filter: StateFilter | undefined }) {
  return (
    <ul className={styles['legend']} aria-label={filter ? 'Mostrar na lista' : 'Legenda'}>
      {STATES.map((state) => {
        const words = (
          <>
            <SonaSign state={state} />
            <span>
              <b>{themes.filter((theme) => theme.state === state).length}</b> {STATE_WORDS[state]}
            </span>
          </>
        );
        return (
          <li key={state}>
            {filter ? (
              <button type="button" aria-pressed={filter.state === state} onClick={() => filter.toggle(state)}>
                {words}
              </button>
            ) : (
              <div>{words}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Renders the next action in this discipline. */
function Action({ map, shown, child, ring }: { map: KnowledgeMap; shown: Discipline; child: Child; ring: number }) {
  if (shown.known === shown.total) {
    const above = CHILD_CLASSES[CHILD_CLASSES.indexOf(child.schoolClass) + 1];
    if (!above) return null;
    return (
      <Note
        over="O que fazer agora"
        title={classInWords(above)}
        text="Já sabe tudo desta classe. Experimentem a seguinte."
      >
        <Button size="l" full href={`/tests?${new URLSearchParams({ childId: String(child.id), class: above })}`}>
          Ver a {classInWords(above)}
        </Button>
      </Note>
    );
  }
  const theme = shown.themes[ring];
  if (!theme || !map.action) {
    return (
      <Note over="O que fazer agora" title="Mais um teste" text="Cada teste feito com calma completa o mapa.">
        <Button
          size="l"
          full
          href={`/tests?${new URLSearchParams({ childId: String(child.id), discipline: shown.discipline })}`}
        >
          Escolher um teste
        </Button>
      </Note>
    );
  }
  const { testId, text, duration } = map.action;
  const practice = practiceOf(child.id, theme.code);
  return (
    <Note
      over={`O que fazer agora · tema ${ring + 1}`}
      title={unbroken(theme.name ?? '')}
      text={
        testId === null
          ? 'Já fez os testes deste tema. Treinar leva 5 minutos, com explicação no fim de cada pergunta.'
          : `Leva uns ${minutesFor(duration ?? USUAL_DURATION, child.extendedTime)} minutos, com explicação no fim.`
      }
    >
      <Button size="l" full href={actionAddress(child.id, { testId }, theme.code)}>
        {text}
      </Button>
      {testId !== null && (
        <a className={styles['or']} href={practice}>
          Ou treinar 5 minutos
        </a>
      )}
    </Note>
  );
}

function NamesLocked() {
  return (
    <>
      <p className={styles['locked']}>
        <IconLock />
        <span>O nome de cada tema, os objectivos e o que treinar fazem parte dos planos pagos.</span>
      </p>
      <Button variant="brass" full href="/subscription">
        Ver planos
      </Button>
    </>
  );
}

interface EmptyBookProps {
  child: Child;
  schoolClass: string;
  /** The discipline whose themes are shown; unknown if the plan shows no names. */
  shown?: Discipline | undefined;
  onTheme?: OnTheme;
}

/** Renders a map without any answer: only the guide, and where to begin. */
export function EmptyBook({ child, schoolClass, shown, onTheme }: EmptyBookProps) {
  const who = inSentence(firstName(child.fullName), child.gender);
  const query = new URLSearchParams({ childId: String(child.id), ...(shown && { discipline: shown.discipline }) });
  return (
    <section className={styles['book']}>
      <Say title={`Ainda não sabemos o que ${who} sabe`}>
        {shown
          ? `São ${plural(shown.total, 'tema', 'temas')} na ${classInWords(schoolClass)}, em ${shown.discipline}.`
          : 'O mapa começa com as primeiras respostas.'}
      </Say>
      <Field
        states={Array.from({ length: shown?.total ?? 11 }, () => 'no-data' as const)}
        hint={`Cada ponto é um tema, pela ordem do ano. O fio passa pelos que ${who} já sabe.`}
        onTheme={onTheme}
      />
      <div className={styles['act']}>
        <Note
          over="O que fazer agora"
          title="Ponto de partida"
          text="Descobre por onde começar: 10 a 25 perguntas, até 15 minutos, com internet."
        >
          <Button
            size="l"
            full
            href={`/children/${child.id}/diagnostic${shown ? `?discipline=${encodeURIComponent(shown.discipline)}` : ''}`}
          >
            Começar
          </Button>
        </Note>
        <a className={styles['or']} href={`/tests?${query}`}>
          Fazer um teste de um só tema
        </a>
      </div>
    </section>
  );
}

/** Shows the guide while the map is loading. */
export function WaitingBook() {
  return (
    <section className={styles['book']} aria-busy="true">
      <p className="sr" role="status">
        A carregar…
      </p>
      <Field states={Array.from({ length: 11 }, () => 'no-data' as const)} hint="" />
    </section>
  );
}

function Say({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['say']}>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}

function Note({
  over,
  title,
  text,
  children,
}: {
  over: string;
  title: string | null;
  text: string;
  children: ReactNode;
}) {
  return (
    <div className={styles['note']}>
      <span>{over}</span>
      <b>{title}</b>
      <p>{text}</p>
      {children}
    </div>
  );
}

interface FieldProps {
  states: Discipline['themes'][number]['state'][];
  next?: number | undefined;
  label?: string;
  hint: string;
  onTheme?: OnTheme;
}

/** Renders the drawing with the numbers of its rows in the margin. Its dots can be tapped; the list below is the accessible alternative. */
function Field({ states, next, label, hint, onTheme }: FieldProps) {
  const rows = rowsOf(states.length);
  const columns = Math.max(...rows);
  return (
    <figure className={styles['field']}>
      <div className={styles['plate']} data-columns={columns}>
        <ol className={styles['rows']} aria-hidden="true">
          {rowNumbers(states.length).map((number) => (
            <li key={number}>{number}</li>
          ))}
        </ol>
        <div className={styles['drawn']}>
          <Sona states={states} cell={CELL} next={next} label={label} />
          {onTheme && (
            <div className={styles['dots']} aria-hidden="true">
              {rowNumbers(states.length).map((number, row) => (
                <div key={number}>
                  {Array.from({ length: rows[row] ?? 0 }, (_, place) => number - 1 + place).map((index) => (
                    <button key={index} type="button" tabIndex={-1} onClick={() => onTheme(index)} />
                  ))}
                </div>
              ))}
            </div>
          )}
        </div>
      </div>
      {hint !== '' && <figcaption className={styles['hint']}>{hint}</figcaption>}
    </figure>
  );
}
