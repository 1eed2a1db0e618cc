import { plainText } from '../../shared/words.ts';
import { letterAt, withoutLetter } from './tests.rules.ts';

// What content/README.md asks of the bank's texts and drawings, one rule at a time. Problems are sentences for the teacher
// who wrote the file; an empty list is a text without problems. scripts/content-check.ts applies them to the files.

/** Largest share of a file's questions that one letter may answer. */
export const LARGEST_LETTER_SHARE = 0.32;
/** Largest share of a file's questions whose right alternative may be longer than every wrong one. */
export const LARGEST_LONGEST_SHARE = 0.38;
/** Questions of one pattern in a test, and in the whole bank. */
export const LARGEST_PATTERN = { test: 2, bank: 6 } as const;
/** Bytes of a drawing: figures travel with the test over mobile data that families pay for. */
export const LARGEST_FIGURE = 3 * 1024;

/** Content between unescaped dollar signs; `\$` is a dollar sign. */
const FORMULA = /(?<!\\)\$((?:\\.|[^$\\])*)\$/g;
const NUMBER = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:/]\d+)*/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,:/-]*/gu;

/** A question reduced to what the shares are counted from. `right` is the place of the right alternative, 0 for A. */
export interface Keyed {
  alternatives: readonly string[];
  right: number;
}

/** How many questions each letter answers: A to D always, E and F where they are used. */
export function letterSpread(questions: readonly Keyed[]): Record<string, number> {
  const spread: Record<string, number> = { A: 0, B: 0, C: 0, D: 0 };
  for (const { right } of questions) spread[letterAt(right)] = (spread[letterAt(right)] ?? 0) + 1;
  return spread;
}

/** Share (0 to 1) of questions whose right alternative is strictly longer, as read, than every wrong one. */
export function longestRightShare(questions: readonly Keyed[]): number {
  const given = questions.filter(({ alternatives, right }) => {
    const lengths = alternatives.map((alternative, index) => visibleLength(withoutLetter(alternative, index)));
    return lengths.every((length, index) => index === right || length < (lengths[right] ?? 0));
  });
  return questions.length === 0 ? 0 : given.length / questions.length;
}

/** Characters that a child sees: `$\frac{5}{8}$` counts as "5/8". */
function visibleLength(text: string): number {
  return [...readable(text)].length;
}

/** TeX as plain characters, spaces and minus signs made alike. Case, accents and punctuation stay. */
function readable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\\$/g, '\u0000')
    .replace(/\$/g, '')
    .replaceAll('\u0000', '$')
    .replace(/\{,\}/g, ',')
    .replace(/\\[,;: ]|\s/g, ' ')
    .replace(/\\times|\\div|\\le|\\ge|\\ne/g, '×')
    .replace(/\\sqrt/g, '√')
    .replace(/[{}\\]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/ +/g, ' ')
    .trim();
}

/**
 * What is wrong with the list of alternatives: four of them, each with the letter of its place, all different, the right
 * one among them, none that points at the others.
 *
 * Where spelling itself is asked (Português, Inglês) "avó" and "avô" are different answers, elsewhere they are not.
 */
export function alternativeProblems(
  alternatives: readonly string[],
  correctAnswer: string,
  spellingMatters: boolean,
): string[] {
  const problems: string[] = [];
  if (alternatives.length !== 4) problems.push(`tem ${alternatives.length} alternativas em vez de 4`);
  const seen = new Map<string, string>();
  for (const [index, alternative] of alternatives.entries()) {
    const letter = letterAt(index);
    const content = /^([A-Z])\) \S/.exec(alternative)?.[1] === letter ? alternative.slice(3) : undefined;
    if (content === undefined)
      problems.push(`a ${index + 1}.ª alternativa deve começar por «${letter}) »: «${alternative}»`);
    const text = readable(content ?? alternative);
    const same = spellingMatters ? text : plainText(text).replace(/\.$/, '');
    if (seen.has(same)) problems.push(`as alternativas ${seen.get(same)} e ${letter} são iguais: «${text}»`);
    seen.set(same, letter);
    if (
      /\b(tod[ao]s|nenhum[ao]?|qualquer) d?[ao]s (anteriores|outras|alternativas)\b|\b(all|none|both) of (the above|these)\b/i.test(
        text,
      )
    )
      problems.push(`a alternativa ${letter} remete para as outras: «${text}»`);
  }
  if (correctAnswer.charCodeAt(0) - 65 >= alternatives.length)
    problems.push(`a resposta certa ${correctAnswer} não existe entre as alternativas`);
  return problems;
}

// — Patterns —

// Names of content/README.md and of the reference on Angola, with others that schoolbooks like: without accents, in lower case.
const NAMES = new Set(
  `ana kiala njinga ndala weza yola tchissola mbali paulo domingas nzinga kambundu joao maria jose pedro luisa manuel teresa
  antonio marta joaquim isabel carlos rosa tomas zeca kieza kianda nzambi nelson mario luzia lukeny nkanga ngola tchilombo
  segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado domingo angola luanda benguela huambo huila bie malanje uige zaire cabinda namibe cunene lubango lobito cuanza kwanza`.split(
    /\s+/,
  ),
);
const NUMBER_WORDS = new Set(
  `dois duas tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove
  vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil two three four five six seven eight nine
  ten eleven twelve`.split(/\s+/),
);
// Small words that follow the gender of a name ("a Ana", "do Kiala") would tell apart what is one pattern.
const SMALL_WORDS = new Set('a o as os um uma uns umas de do da dos das em no na nos nas ao aos'.split(' '));
const QUOTED = /«([^»]*)»|“([^”]*)”|"([^"]*)"|‘([^’]*)’|\*([^*]+)\*/g;
/** A longer quotation is a sentence to work on, hence what the question is about; a shorter one is a word to swap. */
const LONGEST_MASKED_QUOTATION = 3;

/**
 * A statement with what is easily swapped masked: numbers, formulas, quoted words and proper names (capitals that do not
 * begin a sentence, and known names anywhere). Two statements with one pattern are one question told twice.
 */
export function patternOf(statement: string): string {
  const masked = statement
    .replace(FORMULA, ' # ')
    .replace(QUOTED, (quotation) => (wordCount(quotation) <= LONGEST_MASKED_QUOTATION ? ' ¶ ' : quotation))
    .replace(NUMBER, ' # ');
  const pattern: string[] = [];
  let begins = true;
  for (const [token] of masked.matchAll(/[#¶.!?:…—«“=+×÷<>−]|_+|\p{L}[\p{L}\p{M}'’-]*/gu)) {
    if (/^[.!?:…—«“]$/.test(token)) {
      begins = true;
      continue;
    }
    const mask = maskOf(token, begins);
    begins = false;
    if (mask !== '' && !(/^[#@¶]$/.test(mask) && mask === pattern.at(-1))) pattern.push(mask);
  }
  return pattern.join(' ');
}

function maskOf(token: string, begins: boolean): string {
  const word = plainText(token);
  if (token.startsWith('_')) return '_';
  if (NAMES.has(word) || (!begins && /^\p{Lu}(?!\p{Lu})/u.test(token))) return '@';
  if (NUMBER_WORDS.has(word)) return '#';
  return SMALL_WORDS.has(word) ? '' : word;
}

/** A statement without what does not change its sense: accents, case, spaces, punctuation. Equal ones are duplicates. */
export function senseOf(statement: string): string {
  return plainText(readable(statement))
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    .replace(/[^\p{L}\p{N}+×√/<>=^_%-]+/gu, ' ')
    .trim();
}

/**
 * How alike two statements are, 0 to 1: the share of words, numbers and names that they have in common. Statements of fewer than
 * six words are never alike: they share most of them by necessity.
 */
export function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size < 6 || right.size < 6) return 0;
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common);
}

/** The words that `likeness` compares. */
export function wordsOf(statement: string): Set<string> {
  return new Set(
    senseOf(statement)
      .split(' ')
      .filter((word) => !SMALL_WORDS.has(word)),
  );
}

// — Lengths —

/** Words as a person counts them: a formula is one, so is "1 500", a blank to fill is none. */
export function wordCount(text: string): number {
  return text.replace(FORMULA, ' 0 ').replace(NUMBER, ' 0 ').match(WORD)?.length ?? 0;
}

/** The class in a stored "4º Ano": 4. */
export const classNumber = (schoolClass: string) => Number.parseInt(schoolClass, 10);

/** Whether a statement is short enough for the class: 15 words in classes 1 and 2, 30 in 3 and 4, 50 in 5 and 6. */
export function statementProblems(statement: string, schoolClass: number): string[] {
  const longest = schoolClass <= 2 ? 15 : schoolClass <= 4 ? 30 : 50;
  const words = wordCount(statement);
  return words > longest
    ? [`o enunciado tem ${words} palavras; na ${schoolClass}.ª classe não passa de ${longest}`]
    : [];
}

/** Whether a text to read has the length for the class: 15 to 40 words in classes 1 and 2, then 60 to 120. */
export function passageProblems(passage: string, schoolClass: number): string[] {
  const [shortest, longest] = schoolClass <= 2 ? [15, 40] : [60, 120];
  const words = wordCount(passage);
  if (words >= shortest && words <= longest) return [];
  return [`o texto a ler tem ${words} palavras; na ${schoolClass}.ª classe vai de ${shortest} a ${longest}`];
}

/** A negative in a statement, which classes 1 and 2 do without. */
export function hasNegative(statement: string): boolean {
  return /(?<!\p{L})(não|nunca|nem|nenhuma?)(?!\p{L})/iu.test(statement.replace(QUOTED, ''));
}

// — Spelling —

// Spellings and words of Brazil (and of the agreement of 1990) with Angola's, whole words, case apart. The specification's themes
// and enumerations (Frações, Intermediário…) are in fields of their own, which nobody asks about.
const SPELLINGS = new Map(
  `ação=acção ações=acções reação=reacção reações=reacções interação=interacção interações=interacções fração=fracção
  frações=fracções fracionário=fraccionário fracionária=fraccionária direção=direcção direções=direcções correção=correcção
  correções=correcções seleção=selecção selecionar=seleccionar coleção=colecção coleções=colecções proteção=protecção
  subtração=subtracção subtrações=subtracções atração=atracção tração=tracção extração=extracção contração=contracção
  contrações=contracções distração=distracção redação=redacção redações=redacções infração=infracção injeção=injecção
  injeções=injecções infeção=infecção infeções=infecções exceção=excepção exceções=excepções exceto=excepto adoção=adopção
  adotar=adoptar adotou=adoptou seção=secção seções=secções receção=recepção refração=refracção projeção=projecção
  atividade=actividade atividades=actividades ativo=activo ativa=activa ativos=activos ativas=activas ativar=activar
  objetivo=objectivo objetivos=objectivos objeto=objecto objetos=objectos adjetivo=adjectivo adjetivos=adjectivos
  coletivo=colectivo coletivos=colectivos coletiva=colectiva subjetivo=subjectivo afetivo=afectivo letivo=lectivo
  ator=actor atores=actores atriz=actriz ato=acto atos=actos atual=actual atuais=actuais atualmente=actualmente
  atuar=actuar ótimo=óptimo ótima=óptima ótimos=óptimos ótimas=óptimas exato=exacto exata=exacta exatos=exactos
  exatas=exactas exatamente=exactamente correto=correcto correta=correcta corretos=correctos corretas=correctas
  corretamente=correctamente incorreto=incorrecto incorreta=incorrecta direto=directo direta=directa diretos=directos
  diretamente=directamente indireto=indirecto indireta=indirecta diretor=director diretora=directora elétrico=eléctrico
  elétrica=eléctrica elétricos=eléctricos elétricas=eléctricas eletricidade=electricidade eletricista=electricista
  projeto=projecto projetos=projectos trajeto=trajecto trajetos=trajectos trajetória=trajectória setor=sector setores=sectores
  fator=factor fatores=factores olfato=olfacto tato=tacto teto=tecto tetos=tectos trator=tractor tratores=tractores
  inseto=insecto insetos=insectos arquiteto=arquitecto arquitetura=arquitectura dialeto=dialecto dialetos=dialectos
  noturno=nocturno noturna=nocturna noturnos=nocturnos reta=recta retas=rectas reto=recto retos=rectos retângulo=rectângulo
  retângulos=rectângulos retangular=rectangular afeto=afecto aspeto=aspecto aspetos=aspectos abstrato=abstracto
  abstratos=abstractos caráter=carácter batizar=baptizar batismo=baptismo batizado=baptizado contato=contacto fatura=factura
  efetuar=efectuar efetua=efectua espetáculo=espectáculo respetivo=respectivo respetivamente=respectivamente jato=jacto
  perspetiva=perspectiva úmido=húmido úmida=húmida umidade=humidade antártida=antárctida antártico=antárctico ártico=árctico
  egito=egipto sintático=sintáctico detetar=detectar leem=lêem veem=vêem creem=crêem deem=dêem vôo=voo enjôo=enjoo
  idéia=ideia idéias=ideias assembléia=assembleia européia=europeia européias=europeias asteroide=asteróide
  asteroides=asteróides joia=jóia joias=jóias heroico=heróico econômico=económico econômica=económica
  gênero=género gêneros=géneros quilômetro=quilómetro quilômetros=quilómetros gêmeo=gémeo gêmeos=gémeos prêmio=prémio
  prêmios=prémios sinônimo=sinónimo sinônimos=sinónimos antônimo=antónimo antônimos=antónimos homônimo=homónimo
  oxigênio=oxigénio hidrogênio=hidrogénio fenômeno=fenómeno fenômenos=fenómenos patrimônio=património colônia=colónia
  colônias=colónias antônio=António vênus=Vénus tênis=ténis bebê=bebé bebês=bebés judô=judo eletrônico=electrónico
  conosco=connosco quatorze=catorze dezesseis=dezasseis dezessete=dezassete dezenove=dezanove
  bilhão=mil~milhões bilhões=mil~milhões você=tu ônibus=autocarro trem=comboio trens=comboios xícara=chávena xícaras=chávenas
  banheiro=casa~de~banho geladeira=geleira açougue=talho açougueiro=talhante pedestre=peão
  pedestres=peões caminhão=camião caminhões=camiões bonde=eléctrico metrô=metro esporte=desporto esportes=desportos
  esportivo=desportivo time=equipa times=equipas gol=golo gols=golos goleiro=guarda-redes equipe=equipa equipes=equipas
  planejar=planear planejamento=planeamento registro=registo registros=registos registrar=registar controle=controlo
  usuário=utilizador gerenciar=gerir deletar=apagar camiseta=camisola garçom=empregado~de~mesa aluguel=aluguer
  aquarela=aguarela grampeador=agrafador aterrissar=aterrar sorvete=gelado polonês=polaco canadense=canadiano moscou=Moscovo
  irã=Irão janeiro=Janeiro fevereiro=Fevereiro março=Março abril=Abril maio=Maio junho=Junho julho=Julho agosto=Agosto
  setembro=Setembro outubro=Outubro novembro=Novembro dezembro=Dezembro`
    .split(/\s+/)
    .map((pair) => pair.replaceAll('~', ' ').split('=') as [string, string]),
);
// "fato" is also a suit and "celular" belongs to cells: these are wrong only in company.
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(de fato(?! de)|fatos? (históricos?|reais|real|ou opini|e opini)|o fato (de|é) que)/giu, 'facto'],
  [/(?<!\p{L})(o|um|no|do|ao|pelo|meu|seu|teu|telefone) celular(?!\p{L})/giu, 'telemóvel'],
  [/(?<!\p{L})sucos? (de|natura(l|is))(?!\p{L})/giu, 'sumo'],
  [/café da manhã/giu, 'pequeno-almoço'],
  [/ü/giu, 'u'],
  [
    /(?<!\p{L})est(á|ás|ão|ou|amos|ava|avas|avam) (?!lindo|quando|segundo)\p{L}+(ando|endo|indo)(?!\p{L})/giu,
    'está a + infinitivo',
  ],
];
const MONTHS_IN_LOWER_CASE =
  /^(janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)$/i;
const ENGLISH_TOO = new Set(['time', 'times']);

export interface Misspelling {
  found: string;
  /** What Angola writes. */
  write: string;
}

/** Spellings of Brazil in a text, with what Angola writes. In English texts "time" is an English word. */
export function brazilianSpellings(text: string, english = false): Misspelling[] {
  const found: Misspelling[] = [];
  const prose = text.normalize('NFC').replace(FORMULA, ' ').replaceAll('Egito Praia', ' ');
  // "Bebê-la" is a verb with its pronoun, not a baby.
  for (const [word] of prose.matchAll(/\p{L}+(?!\p{L}|-l[oa]s?(?!\p{L}))/gu)) {
    const lower = word.toLowerCase();
    const write = SPELLINGS.get(lower);
    if (!write || (MONTHS_IN_LOWER_CASE.test(lower) && word !== lower) || (english && ENGLISH_TOO.has(lower))) continue;
    found.push({ found: word, write });
  }
  for (const [phrase, write] of PHRASES)
    for (const [words] of prose.matchAll(phrase)) found.push({ found: words, write });
  return found;
}

// — Formulas —

const COMMANDS = new Set(['frac', 'times', 'div', 'sqrt', 'le', 'ge', 'ne', ',', '%', '$']);

/** Whether the mathematics of a text keeps to the subset of TeX that content/README.md lists. */
export function texProblems(text: string): string[] {
  const problems: string[] = [];
  const outside = text.replace(FORMULA, ' ');
  if (/(?<!\\)\$/.test(outside)) problems.push('há um cifrão sem par (o cifrão que se lê escreve-se \\$)');
  const stray = /\\(?!\$)\S*/.exec(outside);
  if (stray) problems.push(`«${stray[0]}» está fora de uma fórmula $…$`);
  for (const [, formula = ''] of text.matchAll(FORMULA)) {
    const shown = `na fórmula $${formula}$`;
    if (formula.trim() === '') problems.push('há uma fórmula vazia');
    for (const [, command = ''] of formula.matchAll(/\\([a-zA-Z]+|.)/g))
      if (!COMMANDS.has(command)) problems.push(`${shown}, \\${command} não faz parte do TeX aceite`);
    const rest = formula.replace(/\\([a-zA-Z]+|.)/g, ' ');
    const strange = /[^\w\s+\-*/=<>()[\]{}^.,:;|!?'−°²³×÷≤≥≠√πºª]/u.exec(rest.replace(/\p{L}/gu, ''));
    if (strange) problems.push(`${shown}, o carácter «${strange[0]}» não é aceite`);
    if (!balanced(rest)) problems.push(`${shown}, as chavetas não fecham`);
    if (/\\frac(?!\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}\s*\{)/.test(formula))
      problems.push(`${shown}, \\frac precisa de dois pares de chavetas`);
    if (/\d \d{3}(?!\d)/.test(formula)) problems.push(`${shown}, o espaço dos milhares escreve-se \\,`);
    if (/\d,\d/.test(formula)) problems.push(`${shown}, a vírgula decimal escreve-se {,}`);
  }
  return problems;
}

function balanced(formula: string): boolean {
  let depth = 0;
  for (const character of formula) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

// — Drawings —

const SHAPES = ['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text', 'tspan'];
const ELEMENTS = new Set(['svg', 'g', 'title', 'desc', ...SHAPES]);
const FILLED = new Set(['rect', 'circle', 'ellipse', 'polyline', 'polygon', 'path', 'text']);
const ATTRIBUTES = new Set(
  `viewBox xmlns x y x1 y1 x2 y2 dx dy cx cy r rx ry width height points d transform fill fill-opacity fill-rule stroke
  stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity opacity font-size font-weight font-style
  font-family text-anchor dominant-baseline`.split(/\s+/),
);
const COLOURS = new Set(['currentColor', 'none', 'var(--brand)', 'var(--brand-soft)', 'var(--brass)']);
const TAG = /<(\/?)([a-zA-Z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
/** One straight line of a path: where it starts, then one step. */
const STROKE = /^\s*[Mm](?:[\s,]*-?[\d.]+){2}\s*(?:[HhVv][\s,]*-?[\d.]+|[Ll](?:[\s,]*-?[\d.]+){2})\s*$/;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+);)/;

/**
 * What keeps a drawing from being set into a page: only the shapes, attributes and colours of an allow-list, well formed, with a
 * `viewBox`, small. Nothing that is not on the list passes, so neither does a script, a link or an event.
 */
export function svgProblems(svg: string): string[] {
  const problems: string[] = [];
  const bytes = utf8Length(svg);
  if (bytes > LARGEST_FIGURE) problems.push(`tem ${bytes} bytes; o máximo são ${LARGEST_FIGURE}`);
  const source = svg.replace(/^\uFEFF?\s*(<\?xml[^?]*\?>)?/, '').replace(/<!--(?:(?!--)[\s\S])*-->/g, '');
  const open: { name: string; filled: boolean }[] = [];
  const tag = new RegExp(TAG);
  let closed = false;
  for (let place = 0; place < source.length; place = tag.lastIndex) {
    const next = source.indexOf('<', place);
    const text = source.slice(place, next < 0 ? undefined : next);
    if (ENTITY.test(text)) problems.push('o texto tem um «&» que não se aceita');
    const parent = open.at(-1)?.name;
    if (text.trim() && !['text', 'tspan', 'title', 'desc'].includes(parent ?? ''))
      problems.push(`há texto solto: «${text.trim().slice(0, 20)}»`);
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(source);
    if (!match) return [...problems, `está mal formado em «${source.slice(next, next + 30)}»`];
    const [, slash, name = '', attributes = '', selfClosing] = match;
    if (closed) return [...problems, 'tem conteúdo depois de </svg>'];
    if (slash) {
      if (open.pop()?.name !== name) return [...problems, `está mal formado: </${name}> não fecha o que abriu`];
      closed = open.length === 0;
      continue;
    }
    if ((name === 'svg') !== (open.length === 0)) problems.push(`<${name}> não pode estar nesta posição`);
    const values = attributesOf(attributes);
    problems.push(...elementProblems(name, values));
    const filled = values.some(([attribute]) => attribute === 'fill') || (open.at(-1)?.filled ?? false);
    const area = FILLED.has(name) && !(name === 'path' && isStraightStrokes(values));
    if (area && !filled) problems.push(`<${name}> não diz o fill (sem ele fica preto, mesmo no tema escuro)`);
    if (selfClosing) closed = open.length === 0;
    else open.push({ name, filled });
  }
  if (!closed) problems.push('não é um <svg> completo');
  return [...new Set(problems)];
}

/** Whether a path is only single straight lines, which have nothing to fill. */
function isStraightStrokes(attributes: readonly [string, string][]): boolean {
  const drawing = attributes.find(([attribute]) => attribute === 'd')?.[1] ?? '';
  return drawing.split(/(?=[Mm])/).every((stroke) => STROKE.test(stroke));
}

function attributesOf(text: string): [string, string][] {
  return [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((match) => [
    match[1] as string,
    match[2] ?? match[3] ?? '',
  ]);
}

function elementProblems(name: string, attributes: readonly [string, string][]): string[] {
  if (!ELEMENTS.has(name)) return [`<${name}> não é aceite`];
  const problems: string[] = [];
  for (const [attribute, value] of attributes) {
    const inRoot = name === 'svg' && (attribute === 'width' || attribute === 'height');
    if (!ATTRIBUTES.has(attribute) || inRoot) problems.push(`o atributo ${attribute} não é aceite em <${name}>`);
    else if (attribute === 'xmlns') {
      if (value !== 'http://www.w3.org/2000/svg') problems.push(`o xmlns «${value}» não é o do SVG`);
    } else if (attribute === 'fill' || attribute === 'stroke') {
      if (!COLOURS.has(value)) problems.push(`a cor «${value}» não é aceite em ${attribute}`);
    } else if (!/^[-\w\s.,()+%]*$/.test(value) || /url/i.test(value)) {
      problems.push(`o valor «${value.slice(0, 30)}» não é aceite em ${attribute}`);
    }
  }
  const names = attributes.map(([attribute]) => attribute);
  if (new Set(names).size < names.length) problems.push(`<${name}> tem um atributo repetido`);
  if (name === 'svg') {
    const box = attributes.find(([attribute]) => attribute === 'viewBox')?.[1];
    if (!box || !/^\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+[\d.]+[\s,]+[\d.]+\s*$/.test(box))
      problems.push('falta um viewBox com quatro números');
    if (!names.includes('xmlns')) problems.push('falta o xmlns do SVG');
  }
  return problems;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
