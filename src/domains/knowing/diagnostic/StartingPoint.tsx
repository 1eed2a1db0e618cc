import { lazy, type ReactNode, Suspense, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import type { ShownChild } from '../../../shared/child.ts';
import { minutesFor, USUAL_DURATION } from '../../../shared/durations.ts';
import type { Answered } from '../../../shared/endpoint.ts';
import { type Loaded, reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { ChildNotFound } from '../../../web/parts/ChildNotFound.tsx';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { OtherChild } from '../../../web/parts/OtherChild.tsx';
import { firstName, inSentence, plural, toWhom } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconOffline } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconAdjust, IconList, IconOnline } from '../../../web/ui/icons/ParentIcon.tsx';
import { BackLink, Card, FoldCard } from '../../../web/ui/lists/Card.tsx';
import { ChildBook } from '../../../web/ui/paper/ChildBook.tsx';
import { CoverChoice } from '../../../web/ui/paper/CoverChoice.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { ClassRuler } from './ClassRuler.tsx';
import styles from './Diagnostic.module.css';
import type { diagnosticContract } from './diagnostic.contract.ts';
import { repeatSentence, written } from './diagnostic-words.rules.ts';
import { classNumber } from './scale.rules.ts';

const useRead = reader<typeof diagnosticContract>();
const LevelResult = lazy(() => import('./LevelResult.tsx'));

type Diagnostics = Answered<(typeof diagnosticContract)['GET /api/children/:id/diagnostics']>;

/** `extendedTime`: minutes for a test of 15; null for the usual time. */
type TimedChild = ShownChild & { extendedTime: number | null };

interface StartingPointProps {
  /** The id as it is in the address. */
  id: string;
  family: Loaded<readonly (TimedChild & { active: boolean })[]>;
}

/** Renders the diagnostic of a child: an explanation and a button to start it, or the last result of a discipline. */
export default function StartingPoint({ id, family }: StartingPointProps) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/children/:id/diagnostics', { params: { id } }, { enabled: valid });
  const [chosen, setChosen] = useState(() => new URLSearchParams(location.search).get('discipline') ?? undefined);
  const child = family.data?.find((one) => String(one.id) === id);
  usePage(child ? `Ponto de partida: ${firstName(child.fullName)}` : 'Ponto de partida', brand.productName);

  if (!valid || found.error?.status === 404 || (family.data && !child)) {
    return <ChildNotFound heading={<h1>Ponto de partida</h1>} />;
  }
  const error = found.data ? (child ? null : family.error) : found.error;
  if (error) {
    return (
      <Page width="form">
        <h1>Ponto de partida</h1>
        <Failed error={error} onRetry={() => Promise.all([found.refetch(), family.refetch()])} busy={found.isFetching}>
          <a href="/reports">Ver relatórios</a>
        </Failed>
      </Page>
    );
  }
  if (!found.data || !child) {
    return (
      <Page>
        <h1 className="sr">Ponto de partida</h1>
        <Skeleton lines={14} />
      </Page>
    );
  }
  const { disciplines, diagnostics } = found.data;
  const own = disciplineToShow(found.data, chosen);
  const last = own && diagnostics.find(({ discipline }) => discipline === own.discipline);
  const others = family.data?.filter((one) => one.active && one.id !== child.id) ?? [];
  return (
    <Page className={styles['page']}>
      <div>
        <BackLink href={`/children/${child.id}`}>{firstName(child.fullName)}</BackLink>
        <ChildBook
          cover={child.cover}
          name={firstName(child.fullName)}
          detail={child.schoolClass}
          controls={
            <>
              {own && (
                <CoverChoice
                  label="Disciplina"
                  value={own.discipline}
                  options={disciplines.map(({ discipline }) => discipline)}
                  onChange={setChosen}
                />
              )}
              <OtherChild others={others} all="/reports" one={(other) => `/children/${other.id}/diagnostic`} />
            </>
          }
        >
          {own ? (
            <OfDiscipline child={child} own={own} last={last} />
          ) : (
            <Sheet as="section">
              <h1>Ponto de partida</h1>
              <Empty
                title={`Ainda não há perguntas para a ${written(child.schoolClass)}.`}
                text="Há perguntas da 1.ª à 6.ª classe."
              >
                <Button href={`/children/${child.id}/knowledge`}>Ver o mapa</Button>
              </Empty>
            </Sheet>
          )}
        </ChildBook>
      </div>
    </Page>
  );
}

/** Returns the chosen discipline; without a choice the first one with a result, or else the first of all. */
function disciplineToShow({ disciplines, diagnostics }: Diagnostics, chosen: string | undefined) {
  return (
    disciplines.find(({ discipline }) => discipline === chosen) ??
    disciplines.find(({ discipline }) => diagnostics.some((one) => one.discipline === discipline)) ??
    disciplines[0]
  );
}

interface OfDisciplineProps {
  child: TimedChild;
  own: Diagnostics['disciplines'][number];
  /** The last result in the discipline. */
  last: Diagnostics['diagnostics'][number] | undefined;
}

/** Renders the last result of a discipline; if there is none, or a run is open, the explanation and the button to start. */
function OfDiscipline({ child, own, last }: OfDisciplineProps) {
  if (!last || own.open)
    return (
      <>
        {own.fromAnswers ? <ByAnswers child={child} level={own.fromAnswers} /> : <Intro child={child} {...own} />}
        <Start child={child} {...own} />
      </>
    );
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <LevelResult key={last.id} id={last.id} child={child} />
      {own.fromAnswers && <ByAnswers child={child} level={own.fromAnswers} below />}
      {own.refusal === null && <Start child={child} {...own} again />}
    </Suspense>
  );
}

interface ByAnswersProps {
  child: ShownChild;
  level: NonNullable<OfDisciplineProps['own']['fromAnswers']>;
  /** Whether the result of a diagnostic stands above it. */
  below?: boolean;
}

/** Renders the level that the child's ordinary tests show, with its band. */
function ByAnswers({ child, level, below = false }: ByAnswersProps) {
  if (below)
    return (
      <FoldCard title="Pelos outros testes">
        <h3 className={styles['sentence']}>{level.sentence}</h3>
        <Level child={child} level={level} />
      </FoldCard>
    );
  return (
    <Sheet as="section">
      <h1 className={styles['sentence']}>{level.sentence}</h1>
      <Level child={child} level={level} more="O ponto de partida diz também por onde começar." />
    </Sheet>
  );
}

/** Renders the band of a level on the ruler of classes, and what it is based on. */
function Level({ child, level, more = '' }: Pick<ByAnswersProps, 'child' | 'level'> & { more?: string }) {
  const [low, high] = level.band;
  return (
    <>
      <p className={styles['lead']}>{level.bandSentence}</p>
      <ClassRuler
        label={`${level.sentence}. ${level.bandSentence} Na escola: ${written(child.schoolClass)}.`}
        marked={level.level ? [classNumber(level.level)] : []}
        school={classNumber(child.schoolClass)}
        now={{ place: level.place, low, high }}
        named
      />
      <p className={styles['small']}>
        Conta com {plural(level.answers, 'resposta', 'respostas')}. {more}
      </p>
    </>
  );
}

interface StartProps {
  child: TimedChild;
  discipline: string;
  open: boolean;
  refusal: { code: string; message: string } | null;
  /** Days after which it can be repeated; null if the plan gives one only. */
  repeatDays: number | null;
  classes: readonly string[];
}

function Intro({ child, discipline, classes }: StartProps) {
  const [first, last] = [classes[0] ?? '', classes[classes.length - 1] ?? ''];
  const span = first === last ? `da ${written(first)}` : `da ${classNumber(first)}.ª à ${written(last)}`;
  return (
    <>
      <Sheet as="section">
        <h1>Ponto de partida</h1>
        <p className={styles['lead']}>
          Mostra de que classe é o que {inSentence(firstName(child.fullName), child.gender)} já sabe de {discipline}. A
          classe da escola não conta.
        </p>
        <ClassRuler label={`Régua das classes. As perguntas são ${span}.`} marked={classes.map(classNumber)} />
        <p className={styles['small']}>As perguntas são {span}.</p>
      </Sheet>
      <Card title="Como funciona">
        <ul className={cx(styles['facts'], styles['marked'])}>
          <Fact icon={<IconAdjust />} title="As perguntas ajustam-se">
            Se acerta, vem uma mais difícil. Se erra, vem uma mais fácil. Errar faz parte.
          </Fact>
          <Fact
            icon={<IconList />}
            title={`Até 25 perguntas, até ${minutesFor(USUAL_DURATION, child.extendedTime)} minutos`}
          >
            Termina quando já sabemos o suficiente.
          </Fact>
          <Fact icon={<IconOnline />} title="Precisa de internet até ao fim">
            Gasta menos dados do que uma fotografia. Se a internet cair, a pergunta espera.
          </Fact>
          <Fact icon={<IconPencil />} title="Não dá nota">
            É para saber por onde começar: não entra nas médias e não compara com outras crianças.
          </Fact>
        </ul>
      </Card>
    </>
  );
}

function Fact({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  return (
    <li>
      <i className="pictured">{icon}</i>
      <b>{title}</b>
      <span>{children}</span>
    </li>
  );
}

function Start({ child, discipline, open, refusal, repeatDays, again = false }: StartProps & { again?: boolean }) {
  const online = useOnline();
  const name = toWhom(firstName(child.fullName), child.gender);
  if (refusal) {
    return (
      <Card>
        <p>{refusal.message}</p>
        {refusal.code === 'plan-limit' && (
          <Button variant="brass" size="l" full className={cx(styles['go'], styles['start'])} href="/subscription">
            Ver planos
          </Button>
        )}
      </Card>
    );
  }
  const address = `/diagnostic?childId=${child.id}&discipline=${encodeURIComponent(discipline)}`;
  return (
    <Card title={again ? 'Já pode repetir' : undefined}>
      <p className={cx(styles['net'], !online && styles['off'])} role="status">
        {online ? <IconCheck size={18} /> : <IconOffline size={18} />}
        {online ? 'Há internet agora' : 'Precisa de internet. Ligue os dados ou o Wi-Fi e volte aqui.'}
      </p>
      {online ? (
        <Button size="l" full className={styles['start']} href={address}>
          {open ? 'Continuar' : 'Começar'}
        </Button>
      ) : (
        <Button size="l" full disabled className={styles['start']}>
          {open ? 'Continuar' : 'Começar'}
        </Button>
      )}
      <p className={styles['small']}>
        Depois entregue o telemóvel {name}. {repeatSentence(repeatDays)}
      </p>
    </Card>
  );
}
