import { brand } from '../../../delivery/browser/boot.ts';
import { reader } from '../../../web/call/api.ts';
import { goTo, usePage, useSearch } from '../../../web/call/navigation.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { helpful } from '../../../web/parts/lazily.tsx';
import { firstName } from '../../../web/parts/text.ts';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { CoverChoice } from '../../../web/ui/paper/CoverChoice.tsx';
import { ChildNotFound } from '../../people/children/ChildNotFound.tsx';
import type { Family } from '../../people/children/Children.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import { OtherChild } from '../../people/children/OtherChild.tsx';
import { mapOf } from './addresses.rules.ts';
import styles from './Knowledge.module.css';
import type { KnowledgeMap, knowledgeContract } from './knowledge.contract.ts';
import { EmptyBook, MapBook, WaitingBook } from './MapBook.tsx';
import { openTheme, ThemeList, useStateFilter } from './ThemeList.tsx';

const useRead = reader<typeof knowledgeContract>();
const OtherDisciplines = helpful(async () => ({ default: (await import('./OtherMaps.tsx')).OtherDisciplines }));
const ClassesBefore = helpful(async () => ({ default: (await import('./OtherMaps.tsx')).ClassesBefore }));
const PrintMap = helpful(() => import('./PrintMap.tsx'));

interface KnowledgeProps {
  /** The id as it is in the address. */
  id: string;
  family: Family;
}

/** What a child knows of each theme of its class: a sentence, the drawing, the next action, and the same as a list. */
export default function Knowledge({ id, family }: KnowledgeProps) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/children/:id/knowledge', { params: { id }, query: {} }, { enabled: valid });
  const child = family.data?.find((one) => String(one.id) === id);
  const wanted = new URLSearchParams(useSearch()).get('discipline');
  usePage(child ? `Mapa: ${firstName(child.fullName)}` : 'Mapa', brand.productName);

  if (!valid || found.error?.status === 404 || (family.data && !child))
    return <ChildNotFound heading={<h1>Mapa não encontrado</h1>} />;
  const error = found.data ? (child ? null : family.error) : found.error;
  if (error) {
    const again = () => Promise.all([found.refetch(), family.refetch()]);
    return (
      <Page width="form">
        <h1>Mapa</h1>
        <Failed error={error} onRetry={again} busy={found.isFetching || family.isFetching}>
          <a href="/reports">Ver relatórios</a>
        </Failed>
      </Page>
    );
  }
  if (!found.data || !child) {
    return (
      <Page className={styles['page']}>
        <h1 className="sr">Mapa</h1>
        <WaitingBook />
      </Page>
    );
  }
  const map = found.data;
  const shown = map.disciplines.find(({ discipline }) => discipline === wanted) ?? map.disciplines[0];
  const others = family.data?.filter((one) => one.active && one.id !== child.id) ?? [];
  return (
    <Page className={styles['page']}>
      <ChildCover cover={child.cover} name={firstName(child.fullName)} detail={child.schoolClass}>
        {shown && (
          <CoverChoice
            label="Disciplina"
            value={shown.discipline}
            options={map.disciplines.map(({ discipline }) => discipline)}
            onChange={(discipline) => goTo(mapOf(id, discipline), { replace: true })}
          />
        )}
        <OtherChild others={others} all="/reports" one={(other) => `/children/${other.id}/knowledge`} />
      </ChildCover>
      {shown ? (
        <Maps key={shown.discipline} map={map} shown={shown} child={child} />
      ) : (
        <EmptyBook child={child} schoolClass={map.schoolClass} />
      )}
    </Page>
  );
}

interface MapsProps {
  map: KnowledgeMap;
  shown: KnowledgeMap['disciplines'][number];
  child: Child;
}

function Maps({ map, shown, child }: MapsProps) {
  const filter = useStateFilter();
  const next = map.action?.discipline === shown.discipline ? map.action.theme : undefined;
  const answered = shown.themes.some(({ answers, state }) => answers > 0 || state !== 'no-data');
  const onTheme = map.detailed
    ? (index: number) => {
        filter.clear();
        openTheme(index);
      }
    : undefined;
  return (
    <>
      {answered ? (
        <MapBook {...{ map, shown, child, filter, next, onTheme }} />
      ) : (
        <EmptyBook child={child} schoolClass={map.schoolClass} shown={shown} onTheme={onTheme} />
      )}
      {map.detailed && (
        <ThemeList themes={shown.themes} childId={child.id} next={next} state={filter.state} onAll={filter.clear} />
      )}
      {map.detailed && (
        <div className={styles['others']}>
          <OtherDisciplines disciplines={map.disciplines} shown={shown.discipline} childId={child.id} />
          {map.before.length > 0 && (
            <ClassesBefore before={map.before} discipline={shown.discipline} childId={child.id} />
          )}
        </div>
      )}
      <div className={styles['ways']}>
        {answered && (
          <div className={styles['print']}>
            <PrintMap child={child} discipline={shown.discipline} covered={map.detailed} />
          </div>
        )}
        <a
          className={styles['away']}
          href={`/children/${child.id}/diagnostic?discipline=${encodeURIComponent(shown.discipline)}`}
        >
          Ponto de partida: em que classe trabalha melhor
        </a>
        <a className={styles['away']} href={`/children/${child.id}/reports`}>
          Ver o relatório
        </a>
      </div>
    </>
  );
}
