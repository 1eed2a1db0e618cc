import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { ChildClass } from '../../../shared/words.ts';
import { misconceptions } from '../misconceptions/misconceptions.server.ts';
import { renderQuestion } from '../test-bank/math.server.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import { type KnownTemplate, templates } from './templates.server.ts';
import { deleteTemplateOff, findTemplatesOff, insertTemplateOff } from './templates.store.ts';
import { questionOfVariant } from './variant.server.ts';
import { type ListedTemplate, variantsContract } from './variants.contract.ts';

/** Number of variants in a template's preview. */
const PREVIEWED = 10;

const list = ({ key, name, schoolClass, objective }: KnownTemplate, active: boolean): ListedTemplate => ({
  key,
  name,
  schoolClass,
  objective,
  active,
});

function templateOf(key: string): KnownTemplate {
  const found = templates().get(key);
  if (!found) throw notFound();
  return found;
}

/** Returns the active templates for some objectives. */
export async function templatesFor(db: Database, objectives: ReadonlySet<string>): Promise<KnownTemplate[]> {
  const fitting = [...templates().values()].filter(({ objective }) => objectives.has(objective));
  if (fitting.length === 0) return [];
  const off = await findTemplatesOff(db);
  return fitting.filter(({ key }) => !off.has(key));
}

/**
 * Returns the active templates in which an error with a name can show, of a class or of earlier ones, nearest class first.
 */
export async function templatesWithError(
  db: Database,
  misconception: string,
  schoolClass: ChildClass,
): Promise<KnownTemplate[]> {
  const slips = new Set(misconceptions().get(misconception)?.slips);
  const fitting = [...templates().values()].filter(
    (one) => one.schoolClass <= schoolClass && one.slips.some((slip) => slips.has(slip)),
  );
  if (fitting.length === 0) return [];
  const off = await findTemplatesOff(db);
  return fitting
    .filter(({ key }) => !off.has(key))
    .sort((one, other) => other.schoolClass.localeCompare(one.schoolClass));
}

/**
 * Returns the question that a template makes of a seed, or undefined when there is no such template, or not in that version any more: then
 * the same seed would give another question.
 */
export function variantQuestion(key: string, version: string, seed: number): FrozenQuestion | undefined {
  const known = templates().get(key);
  const one = known?.ready();
  return known && one?.version === version ? questionOfVariant(one, one.make(seed), known.schoolClass) : undefined;
}

/** @throws Refused 404 when there is no such template. */
async function preview(db: Database, key: string) {
  const known = templateOf(key);
  const one = known.ready();
  const off = await findTemplatesOff(db);
  return {
    ...list(known, !off.has(key)),
    variants: Array.from({ length: PREVIEWED }, (_, index) => {
      const { seed, statement, alternatives, explanation } = one.make(index + 1);
      const html = renderQuestion({ statement, alternatives: alternatives.map(({ text }) => text), explanation });
      return {
        seed,
        statement,
        ...(html.statement ? { statementHtml: html.statement } : {}),
        alternatives: alternatives.map(({ text, misconception }, place) => ({
          text,
          ...(html.alternatives?.[place] ? { html: html.alternatives[place] } : {}),
          misconception: misconception === null ? null : (one.misconceptions[misconception] ?? null),
        })),
        explanation,
        ...(html.explanation ? { explanationHtml: html.explanation } : {}),
      };
    }),
  };
}

/** @throws Refused 404 when there is no such template. */
async function switchTemplate(
  db: Database,
  key: string,
  active: boolean,
  { userId, address }: { userId: number; address: string },
): Promise<ListedTemplate> {
  const known = templateOf(key);
  await db.transaction(async (transaction) => {
    const changed = active
      ? await deleteTemplateOff(transaction, key)
      : await insertTemplateOff(transaction, key, userId);
    if (changed > 0)
      await audit(transaction, {
        userId,
        action: 'curriculum.template-toggled',
        subject: `template ${key}`,
        before: { active: !active },
        after: { active },
        address,
      });
  });
  return list(known, active);
}

/** The templates as teachers see them. */
export function bindVariants(frame: Frame): void {
  const { db } = frame;
  frame.bind(variantsContract, {
    'GET /api/teacher/variants': async () => {
      const off = await findTemplatesOff(db);
      return [...templates().values()].map((known) => list(known, !off.has(known.key)));
    },
    'GET /api/teacher/variants/:key': (call) => preview(db, call.params.key),
    'PUT /api/teacher/variants/:key': (call) =>
      switchTemplate(db, call.params.key, call.body.active, { userId: call.caller.userId, address: call.address }),
  });
}
