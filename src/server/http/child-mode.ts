import type { Endpoint, OfChild, Parts } from '../../shared/endpoint.ts';
import { notForChildren } from './errors.ts';

/** Returns the child of an attempt or a diagnostic. */
export type ChildOf = Readonly<Record<OfChild, (id: number) => Promise<number | undefined>>>;

/**
 * In child mode, rejects access to anything that belongs to other children, whether it exists or not. The frame has
 * already checked that child mode may call the endpoint.
 *
 * @throws Refused 403 `child-mode`.
 */
export async function refuseOtherChildren(
  { authz }: Endpoint,
  caller: { onlyChildren: readonly number[] | null } | undefined,
  parts: Parts<Endpoint>,
  childOf: ChildOf,
): Promise<void> {
  const rule = authz.childMode;
  if (!caller?.onlyChildren || !rule || rule === 'open') return;
  const [[kind, place]] = Object.entries(rule) as [['child' | OfChild, string]];
  const id = idAt(parts, place);
  const childId = id === undefined || kind === 'child' ? id : await childOf[kind](id);
  if (childId === undefined || !caller.onlyChildren.includes(childId)) throw notForChildren();
}

/** Returns the id at the request path named by the endpoint. */
function idAt(parts: Parts<Endpoint>, place: string): number | undefined {
  const [part, name] = place.split('.') as ['params' | 'query' | 'body', string];
  const id = (parts[part] as Record<string, unknown> | undefined)?.[name];
  return typeof id === 'number' ? id : undefined;
}
