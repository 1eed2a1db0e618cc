import type { ThemeState } from '../../../shared/sona.ts';
import { DISCIPLINES, type Discipline } from '../../../shared/words.ts';
import type { CatalogueTest } from '../../sitting/catalogue/catalogue.contract.ts';
import type { KnowledgeMap } from '../knowledge/knowledge.contract.ts';
import { themesToDo } from '../knowledge/next-action.rules.ts';
import type { ChildHome, OfferedTest } from './child-home.contract.ts';

/** Maximum number of tests that are suggested to a child. */
const MAX_SUGGESTED = 3;

/** Returns whether a test may be offered to a child to start or continue; a prepared one is offered only by the phone that has it. */
const isOffered = ({ allowed, open, prepared }: { allowed: boolean; open: boolean; prepared: boolean }): boolean =>
  (allowed || open) && !prepared;

/** Returns whether themes of a class are shown with pictures: its children read slowly, or not yet. */
const hasPictures = (schoolClass: string) => /^[123]º/.test(schoolClass);

/** Returns the ids of the tests of a discipline whose themes are shown with pictures. */
export const picturedTests = (tests: readonly CatalogueTest[], discipline: Discipline | undefined): number[] =>
  tests
    .filter((test) => test.next && test.discipline === discipline && hasPictures(test.schoolClass))
    .map(({ id }) => id);

/** Returns how a theme looks in the child's own drawing, which only grows: nothing shows that it fails or has forgotten a theme. */
const grownOf = (state: ThemeState): 'knows' | 'almost' | 'no-data' =>
  state === 'knows' || state === 'review' ? 'knows' : state === 'almost' ? 'almost' : 'no-data';

type MapOfChild = Pick<KnowledgeMap, 'schoolClass' | 'detailed' | 'disciplines' | 'action'>;

/**
 * Returns what a child can do.
 *
 * @param map what it knows.
 * @param tests every active test of its usual class, with the child's state in each.
 * @param discipline the discipline whose tests are wanted; undefined on the first screen.
 * @param pictures of themes, by the ids of their tests.
 */
export function childHome(
  map: MapOfChild,
  tests: readonly CatalogueTest[],
  discipline?: Discipline,
  pictures: ReadonlyMap<number, string> = new Map(),
): ChildHome {
  const present = ({ id, theme, schoolClass, discipline: of }: CatalogueTest): OfferedTest => ({
    testId: id,
    discipline: of as Discipline,
    theme,
    schoolClass: schoolClass === map.schoolClass ? null : schoolClass,
  });
  const offered = tests.filter(({ next, forChild }) => next && forChild && isOffered(forChild));
  const ofThemes = offered.filter(({ kind }) => kind === 'theme');
  const byTheme = new Map(ofThemes.map((test) => [test.curriculumTheme, test]));
  const shown =
    map.disciplines.find((one) => one.discipline === (discipline ?? map.action?.discipline)) ??
    (discipline === undefined ? map.disciplines[0] : undefined);
  const next = shown ? shown.themes.findIndex(({ code }) => code !== null && code === shown.next) : -1;
  const stateOf = new Map(shown?.themes.map(({ code, state }) => [code, grownOf(state)]));
  const place = new Map(shown?.themes.map(({ code }, index) => [code, index]));
  const placeOf = ({ curriculumTheme }: CatalogueTest) => place.get(curriculumTheme) ?? place.size;
  return {
    drawing: shown
      ? {
          discipline: shown.discipline,
          states: shown.themes.map(({ state }) => grownOf(state)),
          next: next < 0 ? null : next,
        }
      : null,
    suggested: suggestedThemes(map)
      .flatMap((code) => byTheme.get(code) ?? [])
      .slice(0, MAX_SUGGESTED)
      .map(present),
    disciplines: DISCIPLINES.filter((one) => ofThemes.some((test) => test.discipline === one)),
    rehearsals: offered.filter(({ kind }) => kind === 'rehearsal').map(present),
    tests: ofThemes
      .filter((test) => test.discipline === discipline)
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map((test) => ({
        ...present(test),
        grown: stateOf.get(test.curriculumTheme) ?? 'no-data',
        next: test.curriculumTheme !== null && test.curriculumTheme === shown?.next,
        picture: pictures.get(test.id) ?? null,
      })),
  };
}

/** Returns the codes of the themes with a test that the child has not taken, what comes next first; none if the plan suggests nothing. */
function suggestedThemes({ detailed, disciplines }: MapOfChild): string[] {
  if (!detailed) return [];
  const named = disciplines.map(({ discipline, themes }) => ({
    discipline,
    themes: themes.map((theme) => ({ ...theme, code: theme.code ?? '', name: theme.name ?? '' })),
  }));
  return themesToDo(named)
    .filter(({ theme }) => theme.testId !== null)
    .map(({ theme }) => theme.code);
}
