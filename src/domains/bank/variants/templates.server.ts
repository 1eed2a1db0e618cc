// The templates of content/templates, read once.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { ChildClass } from '../../../shared/words.ts';
import { sharedFile, templateFile } from './templates.contract.ts';
import { type ReadyTemplate, ready } from './variant.server.ts';

const TEMPLATES = path.join(import.meta.dirname, '..', '..', '..', '..', 'content', 'templates');
const SHARED = 'comum.yaml';

export interface KnownTemplate {
  key: string;
  name: string;
  objective: string;
  schoolClass: ChildClass;
  /** The slips behind its wrong alternatives. */
  slips: readonly string[];
  /** Compiles the template when it is first used. */
  ready: () => ReadyTemplate;
}

/** Returns all templates by key, in the order of the files. They are read on first use, so that a start does not wait for them. */
export function templates(): ReadonlyMap<string, KnownTemplate> {
  known ??= readTemplates(TEMPLATES);
  return known;
}
let known: ReadonlyMap<string, KnownTemplate> | undefined;

/** @throws Error when a file cannot be read; `npm run content:check` says where. */
function readTemplates(folder: string): Map<string, KnownTemplate> {
  const read = (name: string): unknown => parse(fs.readFileSync(path.join(folder, name), 'utf8'));
  const shared = sharedFile.parse(read(SHARED));
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== SHARED);
  return new Map(
    files.sort().flatMap((name) => {
      const { schoolClass, templates: list } = templateFile.parse(read(name));
      return list.map((template) => {
        let made: ReadyTemplate | undefined;
        const { key, objective } = template;
        const one = { key, name: template.name, objective, schoolClass, slips: Object.keys(template.wrong) };
        return [key, { ...one, ready: () => (made ??= ready(template, shared)) }] as const;
      });
    }),
  );
}
