import type { AuditedAction, AuditedField, AuditedKind } from '../../../shared/audited.ts';
import { dayAndMonth, longDate } from '../../../shared/dates.ts';
import { formatKz } from '../../../shared/money.ts';
import { flagTitle } from './flags.rules.ts';
import { AUDIENCE_WORDS, DECISION_WORDS, PLAN_WORDS, ROLE_WORDS, STATUS_WORDS, sizeOf } from './words.rules.ts';

/** The action as a verb with its object. `{}` is replaced by the object's name. */
const SENTENCES: Record<AuditedAction, string> = {
  'user.created': 'criou a conta {}',
  'user.role-changed': 'mudou a função da conta {}',
  'user.suspended': 'suspendeu a conta {}',
  'user.restored': 'reactivou a conta {}',
  'user.sessions-ended': 'terminou as sessões da conta {}',
  'user.reset-forced': 'pediu uma nova senha à conta {}',
  'user.second-factor-enabled': 'ligou a verificação em dois passos da conta {}',
  'user.second-factor-disabled': 'desligou a verificação em dois passos da conta {}',
  'user.second-factor-reset': 'anulou a verificação em dois passos da conta {}',
  'user.factor-replacement-asked': 'pediu que se retirasse a verificação em dois passos perdida da conta {}',
  'user.factor-replacement-cancelled': 'cancelou o pedido de retirar a verificação em dois passos da conta {}',
  'user.passkey-added': 'acrescentou um aparelho que abre a conta {} sem senha',
  'user.passkey-removed': 'retirou um aparelho que abria a conta {} sem senha',
  'user.recovery-code-used': 'entrou com um código de recuperação na conta {}',
  'user.erased': 'apagou de vez a conta {}',
  'user.erasure-asked': 'pediu que se apagasse a conta {}',
  'user.erasure-cancelled': 'cancelou o pedido de apagar a conta {}',
  'user.email-mended': 'corrigiu o e-mail da conta {}',
  'user.invited': 'enviou outro convite à conta {}',
  'user.plan-granted': 'deu ou ajustou o plano da conta {}',
  'user.exported': 'copiou os dados da conta {}, por comando no servidor',
  'users.exported': 'exportou a lista de contas',
  'users.notified': 'enviou uma mensagem a contas escolhidas',
  'curriculum.template-toggled': 'mudou o estado do {}',
  'test.created': 'criou o {}',
  'test.changed': 'editou o {}',
  'test.toggled': 'mudou o estado do {}',
  'test.duplicated': 'criou o {} por cópia',
  'test.reordered': 'mudou a ordem das questões do {}',
  'test.deleted': 'apagou o {}',
  'test.restored': 'recuperou o {}',
  'tests.exported': 'exportou a lista de testes',
  'question.created': 'criou a {}',
  'question.changed': 'editou a {}',
  'question.copied': 'copiou questões para o {}',
  'question.deleted': 'apagou a {}',
  'question.moved': 'moveu para outro teste a {}',
  'question.restored': 'recuperou a {}',
  'question.regraded': 'corrigiu as notas de quem já respondeu à {}',
  'questions.exported': 'exportou o banco de questões',
  'questions.imported': 'importou questões para o {}',
  'questions.import-undone': 'anulou uma importação do {}',
  'curriculum.theme-created': 'criou o {} dos planos curriculares',
  'curriculum.theme-changed': 'editou o {} dos planos curriculares',
  'curriculum.theme-deleted': 'apagou o {} dos planos curriculares',
  'curriculum.objective-created': 'criou o {} dos planos curriculares',
  'curriculum.objective-changed': 'editou o {} dos planos curriculares',
  'curriculum.objective-deleted': 'apagou o {} dos planos curriculares',
  'curriculum.objective-joined': 'juntou a outro o {} dos planos curriculares',
  'curriculum.reordered': 'mudou a ordem do {} dos planos curriculares',
  'payment.confirmed': 'confirmou o {}',
  'payment.reversed': 'anulou a confirmação do {}',
  'payment.flag-resolved': 'resolveu o que estava sinalizado no {}',
  'payments.exported': 'exportou os pagamentos',
  'payments.subscriptions-exported': 'exportou as assinaturas',
  'payments.months-exported': 'exportou a receita por mês',
  'text.opened': 'abriu o {}, assinalado por um professor',
  'text.read': 'abriu o {} para o avaliar',
  'text.decided': 'decidiu sobre o {}, assinalado por um professor',
  'news.sent': 'enviou a {}',
  'news.withdrawn': 'retirou a {}',
  'settings.changed': 'mudou as definições: {}',
  'settings.mail-tested': 'enviou um e-mail de teste',
  'settings.secret-rotated': 'mudou a chave secreta, por comando no servidor',
  'backup.made': 'fez a cópia de segurança {}',
  'backup.downloaded': 'descarregou a cópia de segurança {}',
  'audit.exported': 'exportou o registo de auditoria',
};

/** The names of objects: an object is identified by its number, code or name, whichever people know. */
const THINGS: Record<AuditedKind, (id: string) => string> = {
  user: (id) => `n.º ${id}`,
  test: (id) => `teste n.º ${id}`,
  template: (id) => `modelo ${id}`,
  question: (id) => `questão n.º ${id}`,
  theme: (id) => `tema ${id}`,
  objective: (id) => `objectivo ${id}`,
  plan: (id) => `plano ${id}`,
  payment: (id) => `pagamento n.º ${id}`,
  notification: (id) => `aviso de pagamento n.º ${id}`,
  text: (id) => `texto n.º ${id}`,
  news: (id) => `novidade n.º ${id}`,
  setting: (id) => SETTINGS[id] ?? id,
  backup: (id) => id,
};

const SETTINGS: Record<string, string> = {
  brand: 'nomes',
  notice: 'aviso de manutenção',
  trimesters: 'calendário escolar',
  'plans.webinars': 'webinars',
  'payments.transfer-account': 'conta para transferências',
};

/** The display name of each recorded field; null for fields that are not shown. */
const FIELDS: Record<AuditedField, string | null> = {
  accounts: 'Contas n.º',
  active: 'Activo',
  alternatives: 'Alternativas',
  amount: 'Montante',
  answering: 'Resposta escrita',
  attempts: 'Testes feitos',
  audience: 'Para',
  bankReference: 'Referência do banco',
  batch: 'Importação n.º',
  beneficiary: 'Em nome de',
  bytes: 'Tamanho',
  code: 'Código',
  companyName: 'Nome da empresa',
  content: 'Conteúdos',
  correctAnswer: 'Resposta',
  created: 'Novas',
  decision: 'Decisão',
  description: 'Descrição',
  difficulty: 'Grau (1 a 5)',
  difficultyLevel: 'Dificuldade',
  discipline: 'Disciplina',
  down: 'Notas que descem',
  duplicate: 'Já existiam',
  duration: 'Duração (minutos)',
  ended: 'Sessões terminadas',
  evaluationType: 'Avaliação',
  explanation: 'Explicação',
  figureAlt: 'Desenho',
  file: 'Ficheiro',
  flag: 'Motivo do sinal',
  form: 'Prova',
  format: 'Formato',
  from: 'Cópia do n.º',
  iban: 'IBAN',
  imageAlt: 'Descrição da imagem',
  imageId: 'Imagem',
  notice: 'Aviso',
  objective: 'Objectivo',
  objectives: 'Objectivos',
  order: 'Ordem',
  otherAlternatives: 'Sem a alternativa certa',
  passage: 'Texto para ler',
  plan: 'Plano',
  productName: 'Nome do produto',
  questionIds: 'Questões',
  reason: 'Motivo',
  regrade: 'Correcção n.º',
  replaced: 'Substituídas',
  revision: null,
  role: 'Função',
  rows: 'Linhas',
  same: 'Notas iguais',
  schoolClass: 'Ano escolar',
  sealed: 'Verificações em dois passos cifradas de novo',
  shuffle: 'Baralhar',
  skillCategory: 'Categoria',
  statement: 'Enunciado',
  status: 'Estado',
  supportEmail: 'E-mail de apoio',
  suspended: 'Suspensa',
  testId: 'Teste n.º',
  text: 'Texto',
  theme: 'Tema',
  title: 'Título',
  trimesters: 'Início dos trimestres',
  until: 'Até',
  up: 'Notas que sobem',
  username: 'Nome de usuário',
  webinars: 'Webinars',
  weight: 'Peso',
  wrong: 'Com problemas',
};

/** Display texts of values whose stored form is not readable. */
const VALUES: Partial<Record<AuditedField, (value: never) => string>> = {
  alternatives: (list: string[]) => list.join('; '),
  audience: (audience: keyof typeof AUDIENCE_WORDS) => AUDIENCE_WORDS[audience],
  amount: (kwanzas: number) => formatKz(kwanzas),
  bytes: (bytes: number) => sizeOf(bytes),
  decision: (decision: string) => DECISION_WORDS[decision as keyof typeof DECISION_WORDS] ?? decision,
  flag: (kind: string) => flagTitle(kind),
  imageId: (id: string) => id.slice(0, 8),
  objectives: (list: string[]) => list.join('; '),
  plan: (plan: keyof typeof PLAN_WORDS) => PLAN_WORDS[plan],
  until: (date: string) => longDate(date),
  role: (role: keyof typeof ROLE_WORDS) => ROLE_WORDS[role],
  status: (status: keyof typeof STATUS_WORDS) => STATUS_WORDS[status],
  trimesters: (starts: string[]) => starts.map((start) => dayAndMonth(`2000-${start}`)).join(', '),
  webinars: (list: { title: string; url: string; startsAt: string | null }[]) =>
    list
      .map(({ title, url, startsAt }) => [title, url, ...(startsAt ? [longDate(startsAt)] : [])].join(', '))
      .join('; '),
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function valueWords(field: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const words = VALUES[field as AuditedField];
  if (words) return words(value as never);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Returns a line of the log as a sentence, such as "suspendeu a conta antonio.m". An unknown action is returned unchanged. */
export function sentenceOf(line: { action: string; subject: string; subjectName: string | null }): string {
  const [kind = '', id = ''] = line.subject.split(' ');
  const known = SENTENCES[line.action as AuditedAction];
  if (!known) return `${line.action} · ${line.subject}`;
  const thing = line.subjectName ?? THINGS[kind as AuditedKind]?.(id) ?? line.subject;
  return known.replace('{}', () => thing);
}

type Recorded = Record<string, unknown> | null;

const listOf = (tab: string) => (id: unknown) => `/admin?tab=${tab}&search=${encodeURIComponent(`n.º ${id}`)}`;

/** Where an administrator sees each kind of object; null where no page of the panel shows it. */
const PLACES: Record<AuditedKind, ((id: string, fields: NonNullable<Recorded>) => string | null) | null> = {
  user: listOf('users'),
  test: listOf('tests'),
  template: null,
  // Teachers edit questions; the panel shows the test.
  question: (_, { testId }) => (testId === undefined ? null : listOf('tests')(testId)),
  theme: null,
  objective: null,
  plan: null,
  payment: listOf('payments'),
  notification: () => '/admin?tab=payments&part=decisions',
  text: () => '/admin?tab=texts',
  news: () => '/admin?tab=settings',
  setting: () => '/admin?tab=settings',
  backup: () => '/admin?tab=database',
};

/** Actions after which their object no longer exists. */
const ENDED: ReadonlySet<string> = new Set<AuditedAction>(['user.erased', 'test.deleted', 'news.withdrawn']);

/** Returns the address at which the object of a line can be seen, or null if it was deleted or no page shows it. */
export function placeOf(line: { action: string; subject: string; before: Recorded; after: Recorded }): string | null {
  const [kind = '', id = ''] = line.subject.split(' ');
  if (ENDED.has(line.action)) return null;
  return PLACES[kind as AuditedKind]?.(id, { ...line.before, ...line.after }) ?? null;
}

/** The filters of the log. A value matches actions whose first word is the value itself or its plural. */
export const KINDS: readonly { value: string; label: string }[] = [
  { value: 'user', label: 'Contas' },
  { value: 'test', label: 'Testes' },
  { value: 'question', label: 'Questões' },
  { value: 'curriculum', label: 'Planos curriculares' },
  { value: 'payment', label: 'Pagamentos' },
  { value: 'text', label: 'Textos assinalados' },
  { value: 'news', label: 'Novidades' },
  { value: 'settings', label: 'Definições' },
  { value: 'backup', label: 'Cópias de segurança' },
  { value: 'audit', label: 'Este registo' },
];

/** Maximum characters of one value on the screen. */
const LONGEST = 200;
/** Characters shown before the first difference of two long values. */
const LEAD = 40;

/** Returns the index of the first character in which two texts differ. */
function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Shortens a text to `longest` characters around the position `from`, where it differs from the other text. */
function cut(text: string, from: number, longest: number): string {
  if (text.length <= longest) return text;
  const start = Math.max(0, Math.min(from - LEAD, text.length - longest));
  const end = start + longest;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/**
 * Returns the fields whose values changed, with their old and new values as display texts. Of something new only what was filled in is listed.
 *
 * @param longest maximum characters of a value; longer values are shortened to the part around the first difference.
 */
export function changesOf(
  line: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
  longest = LONGEST,
): { field: string; before: string | null; after: string | null }[] {
  const fields = [...new Set([...Object.keys(line.before ?? {}), ...Object.keys(line.after ?? {})])];
  return fields.flatMap((name) => {
    const [was, is] = [line.before?.[name], line.after?.[name]];
    const field = name in FIELDS ? FIELDS[name as AuditedField] : name;
    if (field === null || JSON.stringify(was) === JSON.stringify(is)) return [];
    // What was left empty when something was created, or deleted, says nothing.
    if ((was === undefined && isEmpty(is)) || (is === undefined && isEmpty(was))) return [];
    const [before, after] = [isEmpty(was) ? null : valueWords(name, was), valueWords(name, is)];
    const from = firstDifference(before ?? '', after ?? '');
    return [{ field, before: before && cut(before, from, longest), after: after && cut(after, from, longest) }];
  });
}
