/** The roles and plans as administrators read them. */
export const ROLE_WORDS = { parent: 'Encarregado', teacher: 'Professor', admin: 'Administrador' } as const;

export const PLAN_WORDS = {
  free: 'Essencial',
  individual: 'Individual',
  family: 'Família',
  'family-plus': 'Família Plus',
} as const;

/** The specification's two states of a payment, and the ones it does not name. */
export const STATUS_WORDS = {
  pending: 'Aguardando pagamento',
  completed: 'Pago',
  expired: 'Expirado',
  cancelled: 'Cancelado',
  failed: 'Falhado',
} as const;

export const METHOD_WORDS = { multicaixa: 'Multicaixa Express/IBAN', reference: 'Referência' } as const;
