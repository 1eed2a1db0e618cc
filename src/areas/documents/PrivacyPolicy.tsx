import { brand } from '../../delivery/browser/boot.ts';
import { FEWEST_FAMILIES } from '../../domains/knowing/norms/norms.rules.ts';
import { SHARE_DAYS } from '../../domains/knowing/reports/shares.rules.ts';
import { POLICY_VERSION } from '../../domains/people/accounts/accounts.rules.ts';
import { monthAndYear } from '../../shared/dates.ts';
import { Legal, type LegalSection } from './Legal.tsx';

const support = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;

/**
 * Renders the privacy policy: which personal data are stored, why and for how long, in the specification's ten sections and the terms of
 * Law n.º 22/11.
 */
export function PrivacyPolicy() {
  return (
    <Legal
      title="Política de Privacidade"
      updated={`Em vigor desde Abril de 2025 · actualizada em ${monthAndYear(`${POLICY_VERSION}-01`)}`}
      summary={[
        'Guardamos só o que é preciso para aplicar os testes e mostrar os resultados.',
        'Não há publicidade nem rastreadores, e não vendemos dados a ninguém.',
        'Os dados são da família: pode ver, corrigir e mandar apagar.',
      ]}
      sections={SECTIONS}
    />
  );
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'compromisso',
    title: 'Compromisso',
    body: (
      <>
        <p>
          A empresa {brand.companyName} é responsável pelo tratamento dos dados pessoais na {brand.productName}.
          Tratamo-los de acordo com a Constituição da República de Angola e com a Lei n.º 22/11, de 17 de Junho, Lei da
          Protecção de Dados Pessoais.
        </p>
        <p>
          As crianças não têm conta. É o pai, a mãe ou o encarregado de educação quem cria o perfil de cada criança e
          consente, nesse momento, no tratamento dos dados dela. Fica registado quando o fez e que versão deste texto
          aceitou.
        </p>
      </>
    ),
  },
  {
    id: 'dados',
    title: 'Dados recolhidos',
    body: (
      <>
        <ul>
          <li>
            <b>Da conta:</b> nome completo, nome de usuário, e-mail e senha; telefone, sexo e localização, só se os
            indicar. Também a data de criação, a última entrada, o plano e o seu prazo, se o e-mail foi confirmado e se
            fez um código de recuperação (o código em si não o guardamos). Enquanto o e-mail não estiver confirmado, só
            lhe enviamos a ligação para o confirmar e, se a nossa equipa pedir uma senha nova para a conta, a ligação
            para a escolher.
          </li>
          <li>
            <b>De cada criança:</b> nome e classe. Se quiser: data de nascimento, sexo, escola, província, município e
            tempo alargado nos testes. Não perguntamos o motivo do tempo alargado.
          </li>
          <li>
            <b>Dos testes, do treino, das contas e do «Ponto de partida»:</b> as respostas, o tempo de cada uma, o
            início e o fim, a pontuação e o tipo de aparelho. Daí calculamos o que a criança já sabe de cada tema.
          </li>
          <li>
            <b>Da sessão:</b> o aparelho e o sítio da internet de onde entrou. O tipo de aparelho e esse sítio ficam 180
            dias, para lhe dar aviso de uma entrada que não reconheça. Para travar abusos, contamos durante poucas horas
            as tentativas de entrada e de registo.
          </li>
          <li>
            <b>Do aparelho, se o quiser:</b> uma chave para entrar com o bloqueio do ecrã, e o endereço que o navegador
            dá para receber avisos. A impressão digital e o rosto nunca saem do aparelho.
          </li>
          <li>
            <b>Dos pagamentos:</b> o plano, o valor, a data, o estado e, se o indicar, o NIF. Nunca pedimos nem
            guardamos números de cartão ou o PIN.
          </li>
        </ul>
        <p>
          Não pedimos fotografias de pessoas (a da folha de um texto só se pedir uma segunda opinião), documentos de
          identidade, dados de saúde, religião ou origem, nem a posição do aparelho. Pedimos que também não os escreva
          nos campos livres.
        </p>
      </>
    ),
  },
  {
    id: 'finalidade',
    title: 'Finalidade',
    body: (
      <>
        <p>Usamos os dados para:</p>
        <ul>
          <li>abrir e proteger a conta, e responder aos seus pedidos;</li>
          <li>escolher os testes da classe certa, corrigi-los e mostrar os resultados à família;</li>
          <li>aplicar os limites do plano e registar os pagamentos;</li>
          <li>
            melhorar as perguntas e calcular médias de grupos. Uma média só é mostrada quando junta crianças de pelo
            menos {FEWEST_FAMILIES} famílias, e nunca com nomes;
          </li>
          <li>
            saber se o treino ensina, só nas famílias que disseram que sim: um sorteio escolhe qual de dois temas
            igualmente fracos se treina primeiro, e oito perguntas novas mostram a diferença (página «Funciona?»).
          </li>
        </ul>
        <p>
          Os fundamentos são o seu consentimento, no caso do perfil da criança; o contrato consigo, no caso da conta e
          do plano; e as obrigações da lei, no caso dos documentos de pagamento.
        </p>
        <p>
          A correcção é automática, mas não decide nada sobre a criança: não é a nota da escola, e cada resposta pode
          ser vista e questionada.
        </p>
      </>
    ),
  },
  {
    id: 'partilha',
    title: 'Partilha',
    body: (
      <>
        <p>
          Não vendemos, alugamos nem trocamos dados. Das famílias, só a conta do encarregado mostra os resultados de uma
          criança. Os professores que escrevem os testes não vêem nomes de crianças. As pessoas da empresa que dão apoio
          vêem apenas o que for preciso para o dar.
        </p>
        <p>
          Se o encarregado partilhar um resultado, quem tiver a ligação vê o primeiro nome da criança, o teste e a
          pontuação, e mais nada. A ligação vale {SHARE_DAYS} dias, e pode ser retirada antes.
        </p>
        <p>
          As páginas não carregam nada de outros sítios: nem publicidade, nem redes sociais, nem contadores de visitas.
          Para sabermos se abrem depressa em telemóveis como o seu, uma visita em cada dez diz ao nosso servidor quanto
          demorou, e as falhas de uma página são ditas sempre. Isso vai sem a sessão e sem nada seu, e guardamos só
          contagens. Com a poupança de dados do navegador ligada, nada é enviado.
        </p>
        <p>Fora da empresa, os dados só podem chegar a:</p>
        <ul>
          <li>
            quem aloja o servidor ou entrega os e-mails, que os trata por nossa conta e segundo as nossas instruções;
          </li>
          <li>o serviço de pagamentos que escolher, que recebe o valor e a referência, e nada sobre as crianças;</li>
          <li>
            o serviço de avisos do seu navegador (da Google, da Mozilla, da Apple ou da Microsoft), se os ligar neste
            aparelho: leva cada aviso cifrado, e só o aparelho o pode ler;
          </li>
          <li>as autoridades, quando a lei o exigir.</li>
        </ul>
        <p>
          Se algum destes serviços ficar fora de Angola, a transferência segue as condições da Lei n.º 22/11 e da
          Agência de Protecção de Dados.
        </p>
      </>
    ),
  },
  {
    id: 'direitos',
    title: 'Direitos',
    body: (
      <>
        <p>
          Para si e para as crianças a seu cargo, pode pedir informação, acesso, rectificação, actualização e eliminação
          dos dados, opor-se a um tratamento e retirar o consentimento. Não custa nada, e retirar o consentimento não
          apaga o que antes foi feito com ele.
        </p>
        <ul>
          <li>Em «Gerenciar Filhos» corrige, arquiva ou apaga, a qualquer momento, os dados de cada criança.</li>
          <li>
            Em «Definições» corrige os seus, vê em que aparelhos entrou, descarrega tudo o que guardamos da sua família
            e apaga a conta.
          </li>
          <li>
            Para tudo o mais, escreva para {support} a partir do e-mail da conta. Respondemos em 30 dias, no máximo.
          </li>
        </ul>
        <p>Se a resposta não lhe servir, pode queixar-se à Agência de Protecção de Dados (APD).</p>
      </>
    ),
  },
  {
    id: 'seguranca',
    title: 'Segurança',
    body: (
      <>
        <ul>
          <li>A senha e o PIN são guardados baralhados: ninguém os consegue ler, nem nós.</li>
          <li>
            A sessão é um código ao acaso, que os programas da página não conseguem ler. No servidor fica só o resumo
            dele.
          </li>
          <li>Cada pedido é verificado no servidor: uma conta não chega aos dados de outra.</li>
          <li>As tentativas de entrada falhadas são limitadas.</li>
          <li>Os registos técnicos trazem números, não nomes, respostas ou senhas.</li>
        </ul>
        <p>
          Nenhum sistema é infalível. Se houver uma violação que ponha em risco os seus dados, damos-lhe aviso, e
          avisamos a APD, sem demora.
        </p>
      </>
    ),
  },
  {
    id: 'conservacao',
    title: 'Conservação',
    body: (
      <>
        <ul>
          <li>
            <b>Conta, crianças e resultados:</b> enquanto a conta existir. Se apagar a conta ou o perfil de uma criança,
            tem 30 dias para mudar de ideias; depois desaparecem.
          </li>
          <li>
            <b>Sessões:</b> terminam quando sai, ou após 30 dias sem uso.
          </li>
          <li>
            <b>Neste telemóvel:</b> ao sair, os testes em curso ou trazidos, as perguntas do treino e as cópias de
            páginas são apagados. Fica só o que o servidor ainda não recebeu, até ser entregue: respostas e testes
            terminados, leituras, contas, ditados, textos e as fotografias de textos. As respostas de um teste trazido e
            a meio perdem-se.
          </li>
          <li>
            <b>Documentos de pagamento:</b> pelo prazo que a lei fiscal exige; se apagar a conta, ficam sem o seu nome e
            sem o seu NIF.
          </li>
          <li>
            <b>Fotografias de folhas de respostas:</b> servem só para ler as letras. O servidor lê-as e não as guarda:
            nem em ficheiros, nem em cópias de segurança, nem em registos. No seu telemóvel, a fotografia fica só até
            confirmar as letras ou sair da conta; se não fizer nem uma coisa nem outra, é apagada na primeira visita
            depois de 24 horas (sem internet, o relógio do telemóvel pode estar errado, e podem ser precisas mais
            visitas).
          </li>
          <li>
            <b>Gravações da leitura em voz alta:</b> a voz da criança nunca sai do telemóvel. A gravação fica cifrada e
            é apagada quando confirma as marcas, quando sai da conta, ou na primeira visita depois de 24 horas (sem
            internet, como as fotografias de folhas). Se pedir que espere por um segundo ouvinte, fica sete dias,
            contados do mesmo modo. Ao servidor chegam só as palavras que marcou, o tempo e as respostas às perguntas.
          </li>
          <li>
            <b>Ditados e textos:</b> a folha em que a criança escreve fica em casa. Ao servidor chegam as palavras que
            marcou, onde pôs o texto na régua e, se a criança escreveu o ditado no telemóvel, o que escreveu. Ficam na
            conta como os outros resultados, e apagam-se com ela.
          </li>
          <li>
            <b>O sorteio do treino, se participar:</b> o sorteio de cada semana e as respostas às oito perguntas ficam
            na conta e apagam-se com a criança. Nas contas ficam só a classe, a disciplina e quantas respostas certas,
            com um número ao acaso no lugar da família, sem data e sem ligação à criança. Se deixar de participar ou
            apagar a criança, essas somas ficam como estavam, para que o resultado não mude com quem sai.
          </li>
          <li>
            <b>Segunda opinião sobre um texto, só se a pedir:</b> a fotografia da folha, com o nome que tapou no
            telemóvel, é vista por até dois professores, e por um terceiro se derem níveis muito diferentes. Sabem a
            classe e a proposta, e não de quem é. O servidor volta a desenhá-la, sem data nem lugar, e guarda-a cifrada,
            fora das cópias de segurança e dos registos. É apagada com a última avaliação, ao fim de sete dias no
            máximo, ou com a criança. Se um professor assinalar um texto que o preocupa, um administrador vê-o e pode
            falar consigo. Ficam só os níveis e os sinais que os professores deram.
          </li>
          <li>
            <b>Cópias de segurança:</b> nenhuma é guardada mais de 30 dias; o que foi apagado desaparece delas nesse
            prazo.
          </li>
        </ul>
        <p>Quando um plano pago termina, nada é apagado: os resultados continuam na conta.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          Há dois cookies, ambos necessários: o da sessão, para saber que é a sua conta depois de entrar, que dura 30
          dias, renovados com o uso; e o do navegador, que dura 180 dias depois da última entrada, para que quem tenta
          adivinhar a sua senha noutro lado não lhe feche a entrada aqui.
        </p>
        <p>No seu aparelho, e só nele, o navegador guarda ainda:</p>
        <ul>
          <li>as cores escolhidas, claras ou escuras (armazenamento local «theme»);</li>
          <li>
            enquanto a página está aberta, o que está a escrever, para onde ia, onde estava na página e a mensagem a
            mostrar a seguir;
          </li>
          <li>
            o teste, o ditado ou o texto em curso, o que está por enviar (respostas, leituras, contas, ditados e textos)
            e o seu primeiro nome, para continuar sem internet;
          </li>
          <li>as gravações por marcar, e as fotografias de folhas por enviar ou por confirmar;</li>
          <li>os testes, os textos e as perguntas do treino que trouxe para fazer sem internet;</li>
          <li>
            no modo criança, o primeiro nome e a classe das crianças a quem entregou o telemóvel, e as cópias das
            páginas, fechadas: só o PIN as abre;
          </li>
          <li>se as perguntas são lidas em voz alta, por criança;</li>
          <li>a última cópia das páginas da família e do pagamento, para as ver sem internet, até sair da conta;</li>
          <li>os ficheiros da aplicação, sem dados de ninguém, para não os descarregar duas vezes.</li>
        </ul>
        <p>Não há cookies de terceiros, de publicidade ou de estatística. Por isso não lhe pedimos que os aceite.</p>
      </>
    ),
  },
  {
    id: 'alteracoes',
    title: 'Alterações',
    body: (
      <p>
        A versão deste texto que fica registada com o seu consentimento é a {POLICY_VERSION}. Uma alteração que alargue
        o uso dos dados é anunciada na aplicação ou por e-mail antes de valer e, quando a lei o pedir, depende de novo
        consentimento.
      </p>
    ),
  },
  {
    id: 'encarregado',
    title: 'Encarregado da protecção de dados',
    body: (
      <p>
        Para qualquer questão sobre dados pessoais, escreva ao encarregado da protecção de dados da {brand.companyName}:{' '}
        {support}, com o assunto «Dados pessoais».
      </p>
    ),
  },
];
