// Checks which error of a child each wrong alternative shows: `misconceptions` of the questions, whose errors are named in distractors.yaml.
import fs from 'node:fs';
import path from 'node:path';
import { distractorsFile } from '../../src/domains/bank/misconceptions/misconceptions.contract.ts';
import { problem } from './problems.ts';
import { type Bank, readYaml } from './reading.ts';

const FILE = 'distractors.yaml';

/** @param complete whether every question outside Matemática, whose errors stand in `misconceptions/`, must have them. */
export function checkDistractors(content: string, banks: readonly Bank[], complete: boolean): void {
  const place = path.join(content, FILE);
  const text = fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : '{}';
  const errors = readYaml({ name: FILE, text }, distractorsFile);
  if (!errors) return;
  const shown = new Set<string>();
  for (const { file, bank } of banks)
    for (const { key, questions } of bank.tests)
      for (const question of questions) {
        const { misconceptions, correctAnswer, alternatives } = question;
        const say = (message: string) => problem('engano', file, message, key, question.key);
        if (!misconceptions) {
          if (complete && bank.discipline !== 'Matemática')
            say('falta misconceptions: o engano que mostra cada alternativa errada');
          continue;
        }
        const wrong = alternatives.map(([letter]) => letter).filter((letter) => letter !== correctAnswer);
        if (Object.keys(misconceptions).sort().join() !== wrong.join())
          say(`misconceptions diz o engano de ${wrong.join(', ')}, as alternativas erradas`);
        for (const id of Object.values(misconceptions)) {
          shown.add(id);
          if (!(id in errors)) say(`não há o engano «${id}» em ${FILE}`);
        }
      }
  for (const id of Object.keys(errors))
    if (!shown.has(id)) problem('engano', FILE, `nenhuma alternativa mostra o engano «${id}»`);
}
