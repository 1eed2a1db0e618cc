// The bank is written as Portuguese is spelled in Angola, which kept the spelling of 1945. A child who has read books from Portugal or
// Brazil may spell as the agreement of 1990 has it.

/** Beginnings and parts of words that lost a consonant, as [part, part in 1990], tried in this order. */
const LOST_CONSONANTS: readonly (readonly [RegExp, string])[] = [
  // Pronounced, so unchanged: facção, secção, ficção, convicção, opção, facto, contacto, pacto, impacto, octógono, apto.
  [/(?<!f)acç/g, 'aç'],
  [/(?<!s|conv)ecç/g, 'eç'],
  [/epç/g, 'eç'],
  [/adopç/g, 'adoç'],
  [/excepc/g, 'excec'],
  [/\bact/g, 'at'],
  [/\b(re|inter|in|trans|des)act/g, '$1at'],
  [/exact/g, 'exat'],
  [/tract(?=or)/g, 'trat'],
  [/\b([jt])act/g, '$1at'],
  [/abstract/g, 'abstrat'],
  [/([bj])ect(?=[oai])/g, '$1et'],
  [/([lrpfsvxt])ect(?=[oaiu])(?!u(al|ais)\b)/g, '$1et'],
  [/\btect/g, 'tet'],
  [/director/g, 'diretor'],
  [/sector/g, 'setor'],
  [/([ltdr])ector/g, '$1etor'],
  [/electr/g, 'eletr'],
  [/detect/g, 'detet'],
  [/arquitect/g, 'arquitet'],
  [/espect/g, 'espet'],
  [/nocturn/g, 'noturn'],
  [/ópt(?=im|ic)/g, 'ót'],
  [/opt(?=imis)/g, 'ot'],
  [/bapt/g, 'bat'],
  [/egipto\b/g, 'egito'],
  [/adopt/g, 'adot'],
  [/except/g, 'excet'],
];

/** Words that changed otherwise. */
const WHOLE_WORDS: Readonly<Record<string, string>> = {
  vêem: 'veem',
  lêem: 'leem',
  crêem: 'creem',
  dêem: 'deem',
  pára: 'para',
  pêlo: 'pelo',
  pêra: 'pera',
  jóia: 'joia',
  bóia: 'boia',
  heróico: 'heroico',
  'fim-de-semana': 'fim de semana',
  'dia-a-dia': 'dia a dia',
  'cor-de-laranja': 'cor de laranja',
  'hei-de': 'hei de',
  'há-de': 'há de',
  'hão-de': 'hão de',
};

/** Returns a text, written with the spelling of 1945, as the agreement of 1990 spells it. Capital letters stay. */
export function spelled1990(text: string): string {
  const words = text.split(' ').map((word) => WHOLE_WORDS[word] ?? LOST_CONSONANTS.reduce(lose, word));
  return words.join(' ');
}

function lose(word: string, [part, changed]: readonly [RegExp, string]): string {
  const lower = word.toLowerCase();
  const result = lower.replace(part, changed);
  if (result === lower) return word;
  return word[0] === lower[0] ? result : result.charAt(0).toUpperCase() + result.slice(1);
}
