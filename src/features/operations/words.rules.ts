/** The roles and plans as administrators read them. */
export const ROLE_WORDS = { parent: 'Encarregado', teacher: 'Professor', admin: 'Administrador' } as const;

export const PLAN_WORDS = {
  free: 'Essencial',
  individual: 'Individual',
  family: 'Família',
  'family-plus': 'Família Plus',
} as const;

export const PLAN_OPTIONS = Object.entries(PLAN_WORDS).map(([value, label]) => ({ value, label }));
export const PAID_PLAN_OPTIONS = PLAN_OPTIONS.filter(({ value }) => value !== 'free');

/** The recipients of news. */
export const AUDIENCE_WORDS = { all: 'Todos', parents: 'Encarregados', teachers: 'Professores' } as const;

/** The specification's two states of a payment, and the ones it does not name. */
export const STATUS_WORDS = {
  pending: 'Aguardando pagamento',
  completed: 'Pago',
  expired: 'Expirado',
  cancelled: 'Cancelado',
  failed: 'Falhado',
} as const;

export const METHOD_WORDS = { multicaixa: 'Multicaixa Express/IBAN', reference: 'Referência' } as const;

/** "41 MB": a thousand bytes are a KB. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  if (bytes < 1_000_000_000) return `${Math.round(bytes / 1_000_000)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1).replace('.', ',')} GB`;
}
