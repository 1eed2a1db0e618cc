/** Consecutive wrong PINs after which the password is required. */
export const PIN_TRIES = 5;

export const wrongPin = (left: number): string => {
  if (left <= 0) return 'PIN errado. Escreva a senha da conta.';
  return left === 1 ? 'PIN errado. Tem mais 1 tentativa.' : `PIN errado. Tem mais ${left} tentativas.`;
};
