// What a screen reader says, from a virtual one that walks the page as it is in the browser (@guidepup/virtual-screen-reader), written so
// that a person can read it: one line for each thing, indented by what it is in, with roles and states in Portuguese.

/** Roles in the words that a screen reader uses in Portuguese; '' for those that it passes over. */
const ROLES: Readonly<Record<string, string>> = {
  alert: 'alerta',
  article: 'artigo',
  banner: 'cabeçalho da página',
  blockquote: 'citação',
  button: 'botão',
  caption: '',
  cell: 'célula',
  checkbox: 'caixa',
  columnheader: 'coluna',
  combobox: 'lista de escolha',
  complementary: 'complemento',
  contentinfo: 'rodapé',
  definition: 'valor',
  dialog: 'janela',
  document: '',
  emphasis: '',
  figure: 'figura',
  form: 'formulário',
  generic: '',
  graphics: 'imagem',
  group: 'grupo',
  heading: 'título',
  image: 'imagem',
  img: 'imagem',
  link: 'ligação',
  list: 'lista',
  listbox: 'lista',
  listitem: '',
  main: 'conteúdo',
  mark: '',
  math: 'fórmula',
  menu: 'menu',
  menuitem: 'opção',
  meter: 'medidor',
  navigation: 'navegação',
  option: 'opção',
  paragraph: '',
  progressbar: 'progresso',
  radio: 'escolha',
  radiogroup: 'escolhas',
  region: 'região',
  row: 'linha',
  rowgroup: '',
  rowheader: 'linha',
  search: 'procura',
  searchbox: 'campo de procura',
  separator: '',
  slider: 'cursor',
  spinbutton: 'campo de número',
  status: 'estado',
  strong: '',
  switch: 'interruptor',
  tab: 'separador',
  table: 'tabela',
  tablist: 'separadores',
  tabpanel: 'parte',
  term: 'nome',
  textbox: 'campo',
  time: '',
  timer: 'relógio',
};

/** States and properties as the virtual reader says them, in the words of this file. */
const STATES: readonly (readonly [RegExp, string])[] = [
  [/^level (\d+)$/, 'nível $1'],
  [/^position \d+$/, ''],
  [/^set size -?\d+$/, ''],
  [/^not expanded$/, 'fechado'],
  [/^expanded$/, 'aberto'],
  [/^not checked$/, 'por marcar'],
  [/^checked$/, 'marcado'],
  [/^not pressed$/, 'por premir'],
  [/^pressed$/, 'premido'],
  [/^not selected$/, ''],
  [/^selected$/, 'escolhido'],
  [/^disabled$/, 'desligado'],
  [/^required$/, 'obrigatório'],
  [/^not required$/, ''],
  [/^invalid$/, 'com erro'],
  [/^not invalid$/, ''],
  [/^current page$/, 'página actual'],
  [/^current (step|item)$/, 'actual'],
  [/^modal$/, ''],
  [/^atomic$/, ''],
  [/^busy$/, 'ocupado'],
  [/^not (busy|disabled|atomic)$|^\d+ controls?$/, ''],
  [/^has popup menu$/, 'abre um menu'],
  [/^has popup listbox$/, ''],
  [/^has popup dialog$/, 'abre uma janela'],
  [/^active descendant (.*)$/, 'em «$1»'],
  [/^(autocomplete in list|.* autocomplete.*)$/, ''],
  [/^max value .*$/, ''],
  [/^min value .*$/, ''],
  [/^orientated .*$/, ''],
  [/^placeholder (.*)$/, 'sugestão «$1»'],
  [/^sort ascending$|^sorted in ascending order$/, 'por ordem crescente'],
  [/^sort descending$|^sorted in descending order$/, 'por ordem decrescente'],
];

/** Things whose name says all that is written in them. */
const NAMED =
  /^(título \d|título|ligação|botão|opção|separador|escolha|caixa|interruptor|imagem|coluna|linha|fórmula|medidor|progresso)$/;

interface Said {
  role: string;
  words: string;
}

/** Splits a phrase into its role and the rest; undefined for text of the page. */
function thingIn(phrase: string): Said | undefined {
  const [role = '', ...rest] = phrase.split(', ');
  const known = ROLES[role];
  if (known === undefined) return undefined;
  const said = rest.map((part) => {
    const state = STATES.find(([pattern]) => pattern.test(part));
    return state ? part.replace(state[0], state[1]) : part;
  });
  const level = /^nível (\d)$/;
  const title = role === 'heading' ? said.map((part) => level.exec(part)?.[1]).find(Boolean) : undefined;
  const words = said.filter((part) => part !== '' && !level.test(part)).join(', ');
  return { role: title ? `${known} ${title}` : known, words };
}

/** What differs from run to run, and what stands for it. */
const VARIES: readonly (readonly [RegExp, string])[] = [
  [
    /\b\d{1,2} de (Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro|Dezembro)( de \d{4})?/g,
    '‹dia›',
  ],
  [/\b(há|daqui a) \d+ (segundos?|minutos?|horas?)/g, '$1 ‹tempo›'],
  [/\bagora mesmo\b|\bhá instantes\b/g, 'há ‹tempo›'],
  [/\b\d{1,2}:\d{2}(:\d{2})?\b/g, '‹horas›'],
  [/\b\d+ KB\b/g, '‹n› KB'],
  [/© \d{4}/g, '© ‹ano›'],
  [/\bpessoa\d+x\d+x\d+/g, '‹nome›'],
  [/\b20\d\d\/(20)?\d\d\b/g, '‹ano lectivo›'],
  // The jobs that write notifications run beside the journeys.
  [/, \d+ não lidas?/g, ''],
  [/\b\d+ testes por fazer/g, '‹n› testes por fazer'],
];

const END = 'end of ';

const settled = (text: string) => VARIES.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);

/**
 * Returns which phrases begin something that has an end: they are well nested, so that from the end each belongs to the nearest end that
 * is still without a beginning. What is empty has no end.
 */
function beginnings(phrases: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const ends: string[] = [];
  for (let index = phrases.length - 1; index >= 0; index -= 1) {
    const phrase = phrases[index] as string;
    if (phrase.startsWith(END)) ends.push(phrase.slice(END.length));
    else if (phrase === ends.at(-1)) {
      ends.pop();
      found.add(index);
    }
  }
  return found;
}

/**
 * Returns what was said, a line for each thing.
 *
 * @param phrases of the virtual reader, in order: a role with its name, the text in it, and its end.
 */
export function transcriptOf(phrases: readonly string[]): string {
  const lines: string[] = [];
  const begins = beginnings(phrases);
  const open: { phrase: string; named: boolean; shown: boolean }[] = [];
  let text: string[] = [];
  const depth = () => open.filter(({ shown }) => shown).length;
  const write = (words: string) => {
    if (words) lines.push(`${'  '.repeat(depth())}${settled(words)}`);
  };
  const flush = () => {
    const words = text
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([:.,;!?])/g, '$1')
      .trim();
    text = [];
    if (words !== '·' && words !== '') write(words);
  };
  phrases.forEach((phrase, index) => {
    // The reader says what it begins in before and as the first thing in it.
    if (index === 1 && phrase === phrases[0]) return;
    if (phrase.startsWith(END)) {
      flush();
      const from = open.findLastIndex((one) => phrase === `${END}${one.phrase}`);
      if (from >= 0) open.length = from;
      return;
    }
    const thing = thingIn(phrase);
    if (!thing) {
      if (!open.some(({ named }) => named)) text.push(phrase);
      return;
    }
    flush();
    const { role, words } = thing;
    const ends = begins.has(index);
    const outer = open.at(-1);
    // A link that is the whole of a heading is said with it.
    const same = outer?.named && outer.phrase.split(', ').slice(1).join(', ').startsWith(words) && words !== '';
    if (role && same) lines[lines.length - 1] += ` (${role})`;
    else if (role) write(words ? `${role}: ${words}` : role);
    if (ends) open.push({ phrase, named: NAMED.test(role), shown: role !== '' });
  });
  flush();
  return `${lines.join('\n')}\n`;
}
