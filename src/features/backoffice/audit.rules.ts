import { ROLE_WORDS, STATUS_WORDS } from './words.rules.ts';

/** What was done, as a verb and its object; `{}` stands for the thing. */
const SENTENCES: Record<string, string> = {
  'user.created': 'criou a conta {}',
  'user.role-changed': 'mudou o papel da conta {}',
  'user.suspended': 'suspendeu a conta {}',
  'user.restored': 'reactivou a conta {}',
  'user.sessions-ended': 'terminou as sessões da conta {}',
  'user.reset-forced': 'pediu uma nova senha à conta {}',
  'user.password-changed': 'mudou a senha da conta {}',
  'user.second-factor-enabled': 'ligou a verificação em dois passos da conta {}',
  'user.second-factor-disabled': 'desligou a verificação em dois passos da conta {}',
  'user.second-factor-reset': 'anulou a verificação em dois passos da conta {}',
  'user.recovery-code-used': 'entrou com um código de recuperação na conta {}',
  'users.exported': 'exportou a lista de utilizadores',
  'audit.exported': 'exportou o registo de auditoria',
  'tests.exported': 'exportou a lista de testes',
  'payments.exported': 'exportou os pagamentos',
  'test.toggled': 'mudou o estado do {}',
  'test.created': 'criou o {}',
  'test.changed': 'editou o {}',
  'test.duplicated': 'copiou para o {}',
  'test.reordered': 'mudou a ordem das questões do {}',
  'test.deleted': 'apagou o {}',
  'question.created': 'criou a {}',
  'question.changed': 'editou a {}',
  'question.copied': 'copiou questões para o {}',
  'question.deleted': 'apagou a {}',
  'curriculum.theme-created': 'criou o {} dos planos curriculares',
  'curriculum.theme-changed': 'editou o {} dos planos curriculares',
  'curriculum.theme-deleted': 'apagou o {} dos planos curriculares',
  'curriculum.objective-created': 'criou o {} dos planos curriculares',
  'curriculum.objective-changed': 'editou o {} dos planos curriculares',
  'curriculum.objective-deleted': 'apagou o {} dos planos curriculares',
  'curriculum.objective-joined': 'juntou a outro o {} dos planos curriculares',
  'curriculum.reordered': 'mudou a ordem do {} dos planos curriculares',
  'question.regraded': 'corrigiu as notas de quem já respondeu à {}',
  'questions.imported': 'importou questões para o {}',
  'questions.import-undone': 'anulou uma importação do {}',
  'payment.confirmed': 'confirmou o {}',
  'payment.flag-resolved': 'resolveu o que estava sinalizado no {}',
  'settings.changed': 'mudou as definições: {}',
  'webinars.kept': 'mudou as definições: {}',
  'backup.made': 'fez a cópia de segurança {}',
  'backup.downloaded': 'descarregou a cópia de segurança {}',
  'mail.tested': 'enviou um e-mail de teste',
};

const THINGS: Record<string, string> = {
  test: 'teste',
  question: 'questão',
  payment: 'pagamento',
  user: 'conta',
  child: 'perfil',
};

/** Things that people know by their code. */
const CODED: Record<string, string> = { plan: 'plano', theme: 'tema', objective: 'objectivo' };

const SETTINGS: Record<string, string> = {
  brand: 'nomes',
  notice: 'aviso de manutenção',
  trimesters: 'calendário escolar',
  'plans.webinars': 'webinars',
  'payments.transfer-account': 'conta para transferências',
};

/** Fields of what is recorded, as a person reads them. */
const FIELDS: Record<string, string> = {
  active: 'Ativo',
  alternatives: 'Alternativas',
  amount: 'Montante',
  attempts: 'Tentativas',
  bankReference: 'Referência do banco',
  batch: 'Importação n.º',
  beneficiary: 'Em nome de',
  bytes: 'Bytes',
  companyName: 'Nome da empresa',
  correctAnswer: 'Resposta',
  created: 'Novas',
  decision: 'Decisão',
  description: 'Descrição',
  difficultyLevel: 'Dificuldade',
  down: 'Notas que descem',
  discipline: 'Disciplina',
  duplicate: 'Já existiam',
  ended: 'Sessões terminadas',
  evaluationType: 'Avaliação',
  explanation: 'Explicação',
  figureAlt: 'Desenho',
  file: 'Ficheiro',
  flag: 'Motivo do sinal',
  format: 'Formato',
  from: 'Origem',
  iban: 'IBAN',
  image: 'Imagem',
  imageAlt: 'Descrição da imagem',
  imageId: 'Imagem',
  notice: 'Aviso',
  objective: 'Objectivo',
  otherAlternatives: 'Sem a alternativa certa',
  passage: 'Texto para ler',
  position: 'Posição',
  productName: 'Nome do produto',
  questionIds: 'Questões',
  reason: 'Motivo',
  regrade: 'Correcção n.º',
  replaced: 'Substituídas',
  role: 'Papel',
  rows: 'Linhas',
  same: 'Notas iguais',
  schoolClass: 'Ano escolar',
  shuffle: 'Baralhar',
  skillCategory: 'Categoria',
  statement: 'Enunciado',
  status: 'Estado',
  supportEmail: 'E-mail de apoio',
  suspended: 'Suspensa',
  testId: 'Teste n.º',
  theme: 'Tema',
  trimesters: 'Trimestres',
  webinars: 'Webinars',
  up: 'Notas que sobem',
  weight: 'Peso',
  wrong: 'Com problemas',
};

/** Stored words of roles, states and decisions, as a person reads them. */
const VALUES: Record<string, Record<string, string>> = {
  role: ROLE_WORDS,
  status: STATUS_WORDS,
  decision: { accepted: 'aceite', returned: 'devolvido', dismissed: 'nada a fazer' },
};

/** Signs of one value that are shown; the file that can be exported has them all. */
const LONGEST = 200;

function valueWords(field: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const text =
    typeof value === 'string'
      ? (VALUES[field]?.[value] ?? value)
      : Array.isArray(value) && value.every((item) => typeof item !== 'object')
        ? value.join(', ')
        : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** "suspendeu a conta antonio.m": what a line of the log says, in the words of a person. An unknown action is shown as it is. */
export function sentenceOf(line: { action: string; subject: string; subjectName: string | null }): string {
  const [kind = '', id = ''] = line.subject.split(' ');
  const known = SENTENCES[line.action];
  if (!known) return `${line.action} · ${line.subject}`;
  const thing =
    kind === 'setting'
      ? (SETTINGS[id] ?? id)
      : kind === 'user'
        ? (line.subjectName ?? `n.º ${id}`)
        : CODED[kind]
          ? `${CODED[kind]} ${id}`
          : THINGS[kind]
            ? `${THINGS[kind]} n.º ${id}`
            : line.subject;
  return known.replace('{}', thing);
}

/** What the log can be narrowed down to. */
export const KINDS: readonly { value: string; label: string }[] = [
  { value: 'user', label: 'Contas' },
  { value: 'test', label: 'Testes' },
  { value: 'question', label: 'Questões' },
  { value: 'curriculum', label: 'Planos curriculares' },
  { value: 'payment', label: 'Pagamentos' },
  { value: 'settings', label: 'Definições' },
  { value: 'backup', label: 'Cópias de segurança' },
];

/** What really changed, field by field, "de → para", for a person; the number of the version says nothing to one. */
export function changesOf(line: {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}): { field: string; before: string | null; after: string | null }[] {
  const fields = [...new Set([...Object.keys(line.before ?? {}), ...Object.keys(line.after ?? {})])];
  return fields.flatMap((field) => {
    const [before, after] = [line.before?.[field], line.after?.[field]];
    if (field === 'revision' || JSON.stringify(before) === JSON.stringify(after)) return [];
    return [{ field: FIELDS[field] ?? field, before: valueWords(field, before), after: valueWords(field, after) }];
  });
}
