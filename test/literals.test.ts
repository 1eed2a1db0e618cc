import { expect, test } from 'vitest';
import { sourceFiles } from '../scripts/imports.ts';

/** Strings that the specification fixes to the letter, or the fixed part of those that have a name or a number. */
const LITERALS = [
  'Adicionar Filho',
  'Adicione outro filho para acompanhar seu desempenho escolar',
  'Gerenciar Filhos',
  'Escola não especificada',
  'Ver relatórios',
  'Ver detalhes',
  'Ver todos',
  'Nenhum teste realizado ainda.',
  'Aplique um teste agora',
  'Nenhum dado disponível para este período.',
  'Nenhum teste encontrado com os filtros selecionados.',
  'Nenhum filho cadastrado',
  'Notificações',
  'Ver todas (',
  'Carregando notificações...',
  'Você não tem notificações.',
  'Configurações de notificações',
  'Configurações de notificação atualizadas com sucesso',
  'Notificação excluída com sucesso',
  'Não foi possível marcar a notificação como lida',
  'Não foi possível excluir a notificação',
  'Não foi possível atualizar as configurações.',
  'Painel Técnico-Pedagógico - Sistema de Gestão de Conteúdos Educativos',
  'Testes Padronizados',
  'Novo Teste Padronizado',
  'Nenhum Teste Cadastrado',
  'Banco de Questões',
  'Banco Completo de Questões',
  'Nova Questão',
  'Detalhes da Questão #',
  'Nenhuma Questão Cadastrada',
  'Não definida',
  'Planos Curriculares',
  'Baixar Documentos de Referência',
  'Criar Teste',
  'Atualizar Teste',
  'O campo Disciplina é obrigatório',
  'O campo Tema é obrigatório',
  'O campo Ano Escolar é obrigatório',
  'O enunciado da questão é obrigatório',
  'As alternativas são obrigatórias',
  'A resposta correta é obrigatória',
  'Erro ao criar teste',
  'Erro ao atualizar teste',
  'Erro ao alterar status do teste',
  'Erro ao criar questão',
  'Teste criado com sucesso',
  'Teste atualizado com sucesso',
  'Status do teste alterado com sucesso',
  'Questão criada com sucesso',
  'Painel Administrativo',
  'Bem-vindo ao Painel Administrativo, ',
  'Empoderar Mentes, Transformar Futuros.',
  'Entrando...',
  'Registrando...',
  'Nome de usuário é obrigatório',
  'Senha é obrigatória e deve ter pelo menos 6 caracteres',
  'Confirmação de senha é obrigatória',
  'As senhas não coincidem',
  'Falha no login',
  'Falha no registro',
  'Falha ao sair',
  'Login realizado com sucesso',
  'Bem-vindo de volta, ',
  'Registro realizado com sucesso',
  'Bem-vindo à ',
  'Sessão encerrada',
  'Você saiu da sua conta com sucesso.',
  'Filho adicionado com sucesso!',
  'Falha ao adicionar filho',
  'Informações atualizadas com sucesso!',
  'Falha ao atualizar informações',
  'Acesso Restrito',
  'Professores não têm acesso a planos de assinatura',
  'Você não respondeu ',
  'Deseja continuar e finalizar o teste?',
  'Não foi possível iniciar o teste. Tente novamente.',
  'Não foi possível registrar sua resposta. Continue o teste.',
  'Não foi possível finalizar o teste. Tente novamente.',
  'Informações sobre o teste ou aluno estão incompletas.',
  'Valor do plano inválido',
  'Plano não encontrado',
  'Pagamento concluído',
  'Pagamento não encontrado',
  'ID da transação não encontrado na URL',
  'Não foi possível carregar os detalhes do pagamento',
  'Erro ao carregar detalhes do pagamento',
  'Falha ao processar pagamento: ',
  'Erro no pagamento',
  'Ocorreu um erro ao processar seu pagamento. Por favor, tente novamente.',
];

test('the strings that the specification fixes stand in the product as they are', () => {
  const all = sourceFiles()
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .map(({ text }) => text.replace(/\s+/g, ' '))
    .join(' ');
  expect(LITERALS.filter((literal) => !all.includes(literal))).toEqual([]);
});

/** What the specification wants as a toast and on the screen behind it. */
const SAID_TWICE = ['Informações sobre o teste ou aluno estão incompletas.'];

test('no page repeats as its error what the toast above it says', () => {
  const found = (pattern: RegExp) =>
    sourceFiles()
      .filter(({ name }) => !/\.test\.tsx?$|catalogue\//.test(name))
      .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, said]) => said));
  const toasts = found(/\btoast\(\{[^}]*?\btext: '([^']+)'/g);
  const pages = found(/<ErrorState(?:[^>]|=>)*?\btitle="([^"]+)"/g);
  expect(pages.length).toBeGreaterThan(1);
  expect(toasts.filter((said) => pages.includes(said))).toEqual(SAID_TWICE);
});
