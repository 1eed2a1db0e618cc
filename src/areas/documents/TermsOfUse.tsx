import { brand } from '../../delivery/browser/boot.ts';
import { GRACE_DAYS, PLANS } from '../../domains/money/plans/plans.rules.ts';
import { MAX_ACTIVE_CHILDREN } from '../../domains/people/children/children.rules.ts';
import { formatKz } from '../../shared/money.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { Legal, type LegalSection } from './Legal.tsx';

const support = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;

/** Renders the agreement between the company and its users: the specification's twelve sections. */
export function TermsOfUse() {
  return (
    <Legal
      title="Termos de Uso"
      updated="Actualizados em Abril de 2025"
      summary={[
        'A conta é de um adulto, que responde por ela e pelas crianças que adiciona.',
        'O plano Essencial é grátis. Os pagos duram um ano e só continuam se pagar outro.',
        'O resultado de um teste ajuda a família. Não substitui a avaliação da escola.',
      ]}
      sections={SECTIONS}
    />
  );
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'aceitacao',
    title: 'Aceitação',
    body: (
      <p>
        Ao criar uma conta na {brand.productName}, aceita estes termos e a{' '}
        <a href="/privacy-policy">Política de Privacidade</a>. Ficam registadas a data e a versão aceites. Se não
        concordar, não crie a conta.
      </p>
    ),
  },
  {
    id: 'sobre',
    title: 'Sobre o serviço',
    body: (
      <p>
        A {brand.productName} é uma ferramenta para pais e encarregados de educação avaliarem, em casa, o que os filhos
        sabem. A criança responde a testes por disciplina, tema e classe; a família vê o resultado, a revisão de cada
        resposta e a evolução. O serviço é prestado pela empresa {brand.companyName}.
      </p>
    ),
  },
  {
    id: 'responsabilidade',
    title: 'Responsabilidade da empresa',
    body: (
      <>
        <p>Comprometemo-nos a:</p>
        <ul>
          <li>oferecer testes escritos por professores e corrigir os erros que nos apontarem;</li>
          <li>calcular cada pontuação no servidor, da mesma forma para todos;</li>
          <li>guardar cada resposta que a aplicação mostre como guardada;</li>
          <li>proteger os dados da família e responder aos seus pedidos.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'conta',
    title: 'Criação da conta',
    body: (
      <>
        <p>
          A conta é criada por um adulto que seja pai, mãe ou encarregado de educação das crianças que adiciona. Para o
          registo e para os testes pedimos:
        </p>
        <ul>
          <li>o nome completo de quem cria a conta;</li>
          <li>um e-mail válido;</li>
          <li>os nomes das crianças;</li>
          <li>a classe de cada uma.</li>
        </ul>
        <p>
          Os dados têm de ser verdadeiros e estar actualizados. A senha é pessoal: quem a souber entra na conta. Se
          suspeitar de uso indevido, escreva-nos logo. Cada conta pode ter até {MAX_ACTIVE_CHILDREN} crianças activas.
        </p>
      </>
    ),
  },
  {
    id: 'planos',
    title: 'Planos e pagamento',
    body: (
      <>
        <ul>
          {PLAN_IDS.map((id) => PLANS[id]).map(({ id, name, yearlyPrice, coveredChildren, allows }) => (
            <li key={id}>
              <b>{name}:</b>{' '}
              {yearlyPrice === 0
                ? `grátis, ${allows.testsPerDisciplineAndMonth} teste por disciplina e mês para cada criança, sem relatórios comparativos, ficheiros para guardar nem sugestões personalizadas.`
                : `${formatKz(yearlyPrice)} por ano, testes sem limite para ${coveredChildren === 1 ? '1 criança' : `até ${coveredChildren} crianças`}.`}
            </li>
          ))}
        </ul>
        <p>
          As crianças para além das que o plano abrange ficam com os limites do {PLANS.free.name}. Os preços são em
          kwanzas e o ano paga-se de uma vez, pelos meios indicados em «Assinatura». O plano começa quando o pagamento é
          confirmado.
        </p>
        <p>
          Antes de o ano de um plano pago acabar, avisamos. A renovação, por mais um ano, só se faz com o seu pagamento:
          não debitamos contas nem cartões. Sem pagamento, o plano mantém-se mais {GRACE_DAYS} dias; depois a conta
          passa ao {PLANS.free.name} e nenhum resultado é apagado. Quem cancela conserva o plano até ao fim do prazo
          pago.
        </p>
        <p>
          Um novo preço só se aplica a partir da renovação seguinte. Mantêm-se todos os direitos da Lei n.º 15/03, de 22
          de Julho, Lei de Defesa do Consumidor.
        </p>
      </>
    ),
  },
  {
    id: 'uso',
    title: 'Uso aceitável',
    body: (
      <>
        <p>O serviço destina-se ao uso da família. Não é permitido:</p>
        <ul>
          <li>adicionar crianças que não estejam a seu cargo ou usar dados de outra pessoa;</li>
          <li>tentar entrar em contas alheias, contornar limites ou sobrecarregar o serviço;</li>
          <li>copiar os testes em massa, publicá-los ou vendê-los;</li>
          <li>usar os resultados para expor ou humilhar uma criança.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'propriedade',
    title: 'Propriedade intelectual',
    body: (
      <p>
        Os testes, os textos, os desenhos e o programa pertencem à {brand.companyName} ou a quem lhe autorizou o uso.
        Pode usá-los com os seus filhos, e guardar e imprimir os resultados deles. As respostas e os resultados da
        criança são da família.
      </p>
    ),
  },
  {
    id: 'dados',
    title: 'Protecção de dados',
    body: (
      <p>
        Tratamos os dados pessoais de acordo com a Lei n.º 22/11, de 17 de Junho. A{' '}
        <a href="/privacy-policy">Política de Privacidade</a> diz que dados guardamos, para quê, por quanto tempo e como
        exercer os seus direitos.
      </p>
    ),
  },
  {
    id: 'suspensao',
    title: 'Suspensão e fim',
    body: (
      <>
        <p>
          Pode deixar o serviço quando quiser: em «Definições», na sua conta, peça que a conta seja apagada. Ao fim de
          30 dias é apagada de vez, com os dados das crianças; até lá pode mudar de ideias. Se não conseguir entrar,
          escreva para {support}.
        </p>
        <p>
          Podemos suspender uma conta que viole estes termos ou ponha outras em risco. Salvo urgência, avisamos antes,
          dizemos o motivo e ouvimos a sua resposta.
        </p>
      </>
    ),
  },
  {
    id: 'limites',
    title: 'Limites de responsabilidade',
    body: (
      <>
        <p>
          O resultado de um teste é uma indicação para a família. Não substitui a avaliação da escola, não dá acesso a
          nenhuma classe e não é um diagnóstico. As decisões sobre a criança cabem à família e à escola.
        </p>
        <p>
          Fazemos por manter o serviço disponível, mas pode haver interrupções, por manutenção ou por falhas de internet
          e de energia. Não respondemos por prejuízos que resultem delas, do uso indevido da conta ou de dados errados.
          Nada aqui afasta a responsabilidade que a lei não permite afastar.
        </p>
      </>
    ),
  },
  {
    id: 'alteracoes',
    title: 'Alterações',
    body: (
      <p>
        Podemos actualizar estes termos. A data no topo diz a versão em vigor; uma mudança importante é anunciada na
        aplicação ou por e-mail antes de se aplicar. Se não a aceitar, pode fechar a conta.
      </p>
    ),
  },
  {
    id: 'lei',
    title: 'Lei aplicável',
    body: (
      <p>
        Aplica-se a lei da República de Angola. Antes de recorrer ao tribunal, escreva-nos: procuramos resolver a bem.
        Sem acordo, é competente o tribunal da comarca de Luanda, salvo se a lei lhe der a escolha de outro. Pode também
        dirigir-se ao INADEC.
      </p>
    ),
  },
];
