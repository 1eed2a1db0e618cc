// How the agreement of 1990 spells words that Angola spells as before it. A child who has read books from Portugal or Brazil may spell
// so, and both spellings are accepted. Words are in lower case and NFC.

/** Parts of words whose c or p before c, ç or t is pronounced, so that the agreement keeps it. */
const PRONOUNCED =
  /fact(?!ur|or)|pact(?!ad)|intact|contact|impact|compact|bact[eé]r|n[eé]ctar|oct[oóa]|intelect|convic[tç]|fic[tç]|fric[tç]|dic[çc]|suc[tç]|mic[tç]|láct|lacto|plâncton|hectare|autóct|ictér|pictó|tect[oó]n|lícit|opç|\bopt(?!im)|opcion|corrup|interrup|irrup|erup|rup[tç]|abrupt|egípc|\bapt|inapt|adapt|adept|rapt|inept|eucalipt|cript|capt|réptil|réptei|repti|septu|núpc|nupc|elipt|elíptic|díptic|tríptic|secç|facç|cocç|confecç|técnic|pter/;

/** Linked compounds that keep their hyphens. */
const KEPT_COMPOUNDS =
  /^(água-de-colónia|arco-da-velha|cor-de-rosa|mais-que-perfeito|pé-de-meia|ao-deus-dará|à-queima-roupa|gota-d'água|estrela-do-mar|bem-me-quer|malmequer|.*-d[aoe]s?-(mato|mar|campo|rio|terra|índia|angola))$/;
const LINKED = /^\p{L}+-(de|do|da|dos|das|a|e|que|ou)-\p{L}+$/u;
const PREFIXED =
  /^(aero|agro|anti|arqui|auto|bio|co|contra|electro|extra|foto|geo|hidro|hiper|infra|inter|intra|macro|micro|mini|multi|neo|pluri|proto|pseudo|psico|semi|sobre|socio|super|supra|tele|ultra)-(\p{L}+)$/u;

const WHOLE_WORDS: Readonly<Record<string, string>> = {
  pára: 'para',
  péla: 'pela',
  pêlo: 'pelo',
  pêlos: 'pelos',
  pêra: 'pera',
  pólo: 'polo',
  pólos: 'polos',
  'pára-quedas': 'paraquedas',
  'pára-quedista': 'paraquedista',
  'pára-brisas': 'para-brisas',
  'pára-raios': 'para-raios',
  'pára-choques': 'para-choques',
  microondas: 'micro-ondas',
  'hei-de': 'hei de',
  'hás-de': 'hás de',
  'há-de': 'há de',
  'heis-de': 'heis de',
  'hão-de': 'hão de',
  dêmos: 'demos',
  carácter: 'caráter',
};

/** Removes c and p that are not pronounced; before the ç, c or t that follows an m and a p, the m becomes an n. */
const withoutSilent = (word: string): string =>
  PRONOUNCED.test(word) && !word.startsWith('adopç')
    ? word
    : word.replace(/mp(?=[tçc])/g, 'n').replace(/[cp](?=[cçt])/g, '');

/** Drops the accents of the open diphthong ói before the last syllable, of double vowels, and of verbs in the past. */
const withoutAccents = (word: string): string =>
  word
    .replace(/ói(?=[\p{L}]*[aeo](s|-|$)|[\p{L}]+ic)/gu, 'oi')
    .replace(/êem$/, 'eem')
    .replace(/ôo(?=s?$)/, 'oo')
    .replace(/á(?=mos(-|$))/, 'a');

function withoutHyphens(word: string): string {
  if (LINKED.test(word) && !KEPT_COMPOUNDS.test(word)) return word.replaceAll('-', ' ');
  const [, prefix, rest] = PREFIXED.exec(word) ?? [];
  if (prefix === undefined || rest === undefined || rest[0] === 'h') return word;
  const vowel = (letter: string | undefined) => /[aeiouáéíóúâêô]/.test(letter ?? '');
  // The agreement puts a hyphen between the same two letters, and none elsewhere.
  if (prefix.endsWith(rest[0] as string)) return prefix === 'co' ? prefix + rest : word;
  if (/^[rs]/.test(rest)) return vowel(prefix[prefix.length - 1]) ? prefix + rest[0] + rest : word;
  return vowel(prefix[prefix.length - 1]) || vowel(rest[0]) ? prefix + rest : word;
}

/**
 * Returns the spellings of a word that the agreement of 1990 allows besides its spelling in Angola. A compound may become several words,
 * separated by spaces. `fato` is none of `facto`, whose c is pronounced in Angola.
 *
 * @param word in lower case and NFC, with straight apostrophes and plain hyphens.
 */
export function reformedSpellings(word: string): string[] {
  const whole = WHOLE_WORDS[word];
  if (whole !== undefined) return [whole];
  const found = new Set<string>();
  for (const accents of [word, withoutAccents(word)])
    for (const silent of [accents, withoutSilent(accents)]) found.add(silent).add(withoutHyphens(silent));
  // Of aspecto, característica, dialecto and sector both spellings are in use.
  found.delete(word);
  return [...found];
}

/** Returns all spellings of a text, in lower case and NFC, in which each word is spelled as in Angola or as the agreement of 1990 allows. */
export function spellingsOfText(text: string): string[] {
  return text
    .split(' ')
    .map((word) => [word, ...reformedSpellings(word)])
    .reduce((texts, words) => texts.flatMap((start) => words.map((word) => (start ? `${start} ${word}` : word))), ['']);
}

/** Words that had a capital and lost it: months, seasons, points of the compass. */
const LOST_CAPITALS =
  /^(janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|primavera|verão|outono|inverno|norte|sul|este|oeste|leste|nascente|poente|nordeste|noroeste|sudeste|sudoeste)$/;

/** Whether the agreement writes a word, given in lower case, without the capital that Angola gives it. */
export const losesCapital = (word: string): boolean => LOST_CAPITALS.test(word);
