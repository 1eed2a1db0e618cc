// Checks that the form can make before asking the server, with the specification's messages. The server checks again; these checks only
// save a round trip on a slow line.

export type Problems<Field extends string> = Partial<Record<Field, string>>;

export interface Credentials {
  username: string;
  password: string;
}

export interface Registration extends Credentials {
  fullName: string;
  email: string;
  confirmPassword: string;
}

const SHORTEST_USERNAME = 3;
const SHORTEST_PASSWORD = 6;

/** Returns the problems of a sign-in form by field, or empty when it may be sent. */
export function problemsOfCredentials({ username, password }: Credentials): Problems<keyof Credentials> {
  const problems: Problems<keyof Credentials> = {};
  if (username.trim().length < SHORTEST_USERNAME) problems.username = 'Nome de usuário é obrigatório';
  if (password.length < SHORTEST_PASSWORD) problems.password = 'Senha é obrigatória e deve ter pelo menos 6 caracteres';
  return problems;
}

/** Returns the problems of a registration form, in the order of its fields. */
export function problemsOfRegistration(form: Registration): Problems<keyof Registration> {
  const { username, password } = problemsOfCredentials(form);
  const problems: Problems<keyof Registration> = {};
  if (username) problems.username = username;
  if (!form.fullName.trim()) problems.fullName = 'Nome completo é obrigatório';
  if (!form.email.trim()) problems.email = 'E-mail é obrigatório';
  else if (!form.email.includes('@')) problems.email = 'Falta o @. Um número de telefone não serve aqui.';
  // Checks only what every address has; the server checks the rest.
  else if (!/^\S+@\S+\.\S+$/.test(form.email.trim())) problems.email = 'Indique um e-mail válido';
  if (password) problems.password = password;
  if (form.confirmPassword.length < SHORTEST_PASSWORD) problems.confirmPassword = 'Confirmação de senha é obrigatória';
  else if (form.confirmPassword !== form.password) problems.confirmPassword = 'As senhas não coincidem';
  return problems;
}
