import { type ReactNode, useState } from 'react';
import { Accordion } from './Accordion.tsx';
import { Badge } from './Badge.tsx';
import { AddCard, Booklet, BookletRadio, Figures } from './Booklet.tsx';
import { Button } from './Button.tsx';
import { BackLink, Card, Notice, SectionHead } from './Card.tsx';
import styles from './Catalogue.module.css';
import { ChoiceSign, ChoiceTile } from './ChoiceTile.tsx';
import { CompareBar } from './CompareBar.tsx';
import { ChildCover, CoverBar, CoverLink, Initial, NameLabel } from './Cover.tsx';
import { DataTable } from './DataTable.tsx';
import { Dialog } from './Dialog.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { ErrorSummary, type FormError } from './ErrorSummary.tsx';
import { Checkbox, DateField, PasswordField, RadioGroup, SelectField, TextArea, TextField } from './Field.tsx';
import { FioBroken, FioEmpty, FioProgress, FioResult, type QuestionState } from './Fio.tsx';
import * as allOfIcon from './Icon.tsx';
import { BellButton, Footer, Header, MobileBar, Page, SkipLink } from './Layout.tsx';
import { OfflineStrip } from './OfflineStrip.tsx';
import { OptionGroup, OptionTile, ReviewTile } from './OptionTile.tsx';
import * as allOfRareIcon from './RareIcon.tsx';
import { SaveState } from './SaveState.tsx';
import { ScoreBadge, ScoreBar } from './ScoreBar.tsx';
import { Segmented } from './Segmented.tsx';
import { Sheet, SheetBlock, SheetHead } from './Sheet.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Spinner } from './Spinner.tsx';
import * as allOfStaffIcon from './StaffIcon.tsx';
import { RoundStamp, SquareStamp, Stamp } from './Stamp.tsx';
import { Stars } from './Stars.tsx';
import { Switch } from './Switch.tsx';
import { Tabs } from './Tabs.tsx';
import { ThemePicker } from './ThemePicker.tsx';
import { Timer } from './Timer.tsx';
import { ToastHost, toast } from './Toast.tsx';

const { icon: _maker, ...parents } = allOfIcon;
const icons = { ...parents, ...allOfRareIcon, ...allOfStaffIcon };

const NAME = 'Caderneta';

const right = (n: number, wrong: number[]) => Array.from({ length: n }, (_, i) => !wrong.includes(i));

const progress = (n: number, done: number, skipped: number[] = []): QuestionState[] =>
  Array.from({ length: n }, (_, i) => (skipped.includes(i) ? 'skipped' : i < done ? 'done' : 'todo'));

const HALF = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> de 20 laranjas';

interface Recent {
  id: number;
  child: string;
  subject: string;
  theme: string;
  score: number | null;
  when: string;
}

const RECENT: Recent[] = [
  { id: 1, child: 'Maria', subject: 'Matemática', theme: 'Frações', score: 80, when: 'há 2 dias' },
  { id: 2, child: 'João', subject: 'Português', theme: 'Interpretação de Texto', score: 54, when: 'há 5 dias' },
  { id: 3, child: 'Maria', subject: 'Ciências', theme: 'Sistema Solar', score: 90, when: 'há 9 dias' },
];

/** A named part of the catalogue. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <SectionHead title={name} />
      {children}
    </section>
  );
}

/** Every part in every state, for the eye. */
export function Catalogue() {
  const [answer, setAnswer] = useState('C');
  const [hidden, setHidden] = useState(false);
  const [dialog, setDialog] = useState<'form' | 'finish' | 'sheet' | null>(null);
  const [tab, setTab] = useState<'a' | 'b' | 'c'>('a');
  const [child, setChild] = useState('1');
  const [on, setOn] = useState(true);
  const [period, setPeriod] = useState<'m' | 't' | 'a'>('m');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormError[]>([]);
  const [sort, setSort] = useState({ key: 'score', descending: true });

  return (
    <>
      <SkipLink />
      <OfflineStrip offline />
      <Header
        productName={NAME}
        homeHref="#"
        nav={[
          { href: '#i', label: 'Início', current: true },
          { href: '#t', label: 'Testes' },
          { href: '#r', label: 'Relatórios' },
        ]}
        bell={<BellButton unread={2} expanded={false} onClick={() => toast({ title: 'Notificações' })} />}
        user={{
          name: 'Teresa Domingos',
          menu: [
            { label: 'Filhos', href: '#filhos', icon: <icons.IconUsers /> },
            { label: 'Assinatura', href: '#assinatura', icon: <icons.IconWallet /> },
            { label: 'Sair', icon: <icons.IconSignOut />, onClick: () => toast({ title: 'Até breve' }) },
          ],
          extra: <ThemePicker />,
        }}
      />
      <Page withBar>
        <h1 tabIndex={-1}>Catálogo</h1>
        <p className="muted">Todas as peças, em todos os estados.</p>
        <div className={styles.theme}>
          <ThemePicker />
        </div>

        <Part name="Teste">
          <div className={styles.phone}>
            <CoverBar cover={2} name="Maria">
              <Timer seconds={765} hidden={hidden} onToggle={() => setHidden(!hidden)} />
            </CoverBar>
            <div className={styles.test}>
              <FioProgress states={progress(10, 3)} current={3} />
              <div className={styles.between}>
                <b>Questão 4 de 10</b>
                <SaveState state="saved" />
              </div>
              <OptionGroup
                legend={
                  <Sheet kind="question">
                    <h1>A Ana tinha 20 laranjas e vendeu três quartos (3/4) no mercado. Quantas laranjas vendeu?</h1>
                  </Sheet>
                }
              >
                {['5 laranjas', '10 laranjas', '15 laranjas'].map((text, i) => {
                  const letter = 'ABC'.charAt(i);
                  return (
                    <OptionTile
                      key={text}
                      name="q4"
                      letter={letter}
                      value={letter}
                      checked={answer === letter}
                      onChange={setAnswer}
                    >
                      {text}
                    </OptionTile>
                  );
                })}
                <OptionTile name="q4" letter="D" value="D" checked={answer === 'D'} onChange={setAnswer} html={HALF} />
              </OptionGroup>
            </div>
            <div className={styles.foot}>
              <Button variant="secondary" size="l" icon={<icons.IconChevronLeft size={22} />}>
                Anterior
              </Button>
              <Button size="l" iconEnd={<icons.IconChevronRight size={22} />}>
                Próxima
              </Button>
            </div>
          </div>
          <div className={styles.grid}>
            <Sheet kind="big">
              <h1>Quantos lados tem um triângulo? Conta com o dedo.</h1>
            </Sheet>
            <div className={styles.stack}>
              <ReviewTile letter="A" state="rest">
                5 laranjas
              </ReviewTile>
              <ReviewTile letter="B" state="wrong" note="resposta da Maria">
                10 laranjas
              </ReviewTile>
              <ReviewTile letter="C" state="right" note="certa">
                15 laranjas
              </ReviewTile>
              <ReviewTile letter="D" state="right" note="resposta da Maria, certa" big html={HALF} />
            </div>
            <div className={styles.stack}>
              <FioProgress states={progress(10, 0)} current={0} />
              <FioProgress states={progress(10, 6, [2])} current={1} />
              <FioProgress states={progress(10, 10)} />
              <FioProgress states={progress(20, 12, [4, 5])} current={12} />
              <div className={styles.row}>
                <SaveState state="saving" />
                <SaveState state="device" />
                <SaveState state="pending" />
              </div>
              <CoverBar cover={3} name="João">
                <Timer seconds={240} hidden={false} onToggle={() => undefined} />
              </CoverBar>
              <CoverBar cover={6} name="Ana">
                <Timer seconds={45} hidden={false} onToggle={() => undefined} />
              </CoverBar>
              <CoverBar cover={4} name="Zita">
                <Timer seconds={900} hidden onToggle={() => undefined} />
              </CoverBar>
            </div>
          </div>
        </Part>

        <Part name="Resultado">
          <div className={styles.grid}>
            <Sheet
              as="section"
              label={
                <NameLabel name="Maria" title="Maria, 4º Ano" detail="Matemática: Frações · há 2 minutos" cover={2} />
              }
            >
              <SheetHead stamp={<Stamp percent={80} productName={NAME} lands />}>
                <h1>A Maria acertou 8 de 10</h1>
                <p className="muted">Acima da meta de 70%.</p>
              </SheetHead>
              <SheetBlock lines={3}>
                <FioResult results={right(10, [3, 7])} label="8 de 10 respostas certas" />
              </SheetBlock>
              <p className="meta">Ponto cheio: certa. Vazio: errada.</p>
            </Sheet>
            <Sheet
              as="section"
              label={
                <NameLabel
                  name="João"
                  title="João, 2º Ano"
                  detail="Português: Interpretação de Texto · há 2 minutos"
                  cover={3}
                />
              }
            >
              <SheetHead stamp={<Stamp percent={50} productName={NAME} />}>
                <h1>O João acertou 5 de 10</h1>
              </SheetHead>
              <p className="muted">Abaixo da meta de 70%. Com prática, chega lá.</p>
              <SheetBlock lines={4}>
                <FioResult results={right(10, [1, 4, 5, 7, 9])} label="5 de 10" hrefFor={(i) => `#questao-${i + 1}`} />
              </SheetBlock>
            </Sheet>
            <Card title="Comparação">
              <CompareBar
                name="Maria"
                value={80}
                marks={[
                  { label: 'Escola', value: 65 },
                  { label: 'Nacional', value: 70 },
                ]}
              />
              <p className="meta">Escola e nacional: valores de referência.</p>
              <Accordion quiet title="Ver em tabela">
                Uma tabela.
              </Accordion>
              <CompareBar
                name="João"
                value={50}
                marks={[
                  { label: 'Escola', value: 65 },
                  { label: 'Nacional', value: 70 },
                ]}
              />
            </Card>
            <Card title="Selos e fios" aside={<Badge tone="off">rascunho</Badge>}>
              <div className={styles.row}>
                <Stamp percent={100} productName={NAME} />
                <RoundStamp ring="PAGAMENTO CONCLUÍDO • 15.04.2025 •" big="PAGO" label="Pago a 15 de Abril de 2025" />
                <SquareStamp pending top="AGUARDANDO" big="2 h" bottom="PAGAMENTO" label="Aguardando pagamento" />
                <Stamp percent={null} productName={NAME} />
              </div>
              <div className={styles.row}>
                {[5, 12, 15, 20].map((n) => (
                  <FioResult key={n} results={right(n, [1, 4])} scale={1.2} />
                ))}
                <FioEmpty count={10} scale={0.8} />
                <FioBroken>
                  <icons.IconAlert />
                </FioBroken>
              </div>
            </Card>
          </div>
        </Part>

        <Part name="Filhos">
          <div className={styles.three}>
            {(
              [
                [2, 'Maria Domingos', '4º Ano · Escola nº 1.107', 78],
                [3, 'João Domingos', '2º Ano · Escola não especificada', 54],
              ] as const
            ).map(([cover, name, detail, score]) => (
              <Booklet key={name} cover={cover} name={name} detail={detail}>
                <div className={styles.stack}>
                  <div className={styles.between}>
                    <b className={styles.score}>{score}%</b>
                    <ScoreBadge value={score} />
                  </div>
                  <ScoreBar value={score} />
                </div>
                <Figures
                  items={[
                    ['Testes', 12],
                    ['Acertos', `${score}%`],
                    ['Erros', `${100 - score}%`],
                  ]}
                />
                <Button variant="secondary" full href="#relatorios">
                  Ver relatórios
                </Button>
              </Booklet>
            ))}
            <AddCard
              title="Adicionar Filho"
              text="Adicione outro filho para acompanhar seu desempenho escolar"
              onClick={() => setDialog('form')}
            />
          </div>
          <ChildCover cover={2} name="Maria" title="Testes para Maria" detail="4º Ano · Plano Essencial" heading="h2">
            <CoverLink href="#mudar">Mudar de filho</CoverLink>
          </ChildCover>
          <div className={styles.three}>
            {['Zita', 'Ana', 'Pedro'].map((name, i) => (
              <BookletRadio
                key={name}
                cover={i + 4}
                name={name}
                detail="3º Ano"
                group="child"
                value={String(i)}
                checked={child === String(i)}
                onChange={setChild}
              />
            ))}
          </div>
        </Part>

        <Part name="Barras, etiquetas, estrelas">
          <Card>
            <div className={styles.stack}>
              <ScoreBar value={100} withNumber />
              <ScoreBar value={70} withNumber />
              <ScoreBar value={33} withNumber />
              <ScoreBar value={0} withNumber />
              <ScoreBar value={null} withNumber />
            </div>
            <div className={styles.row}>
              <ScoreBadge value={70} />
              <ScoreBadge value={33}>1 de 3</ScoreBadge>
              <ScoreBadge value={null} />
              <Badge>recomendado</Badge>
              <Badge tone="flag" icon={<icons.IconFlag size={16} />}>
                por rever
              </Badge>
              <Badge tone="off">Inativo</Badge>
              <Stars value={2} label="Básico" />
              <Stars label="Intermediário" />
              <Stars value={5} label="Avançado" />
            </div>
          </Card>
        </Part>

        <Part name="Botões">
          <div className={styles.row}>
            <Button icon={<icons.IconClipboardCheck />} size="l">
              Aplicar Novo Teste
            </Button>
            <Button variant="secondary" icon={<icons.IconUsers />}>
              Gerenciar Filhos
            </Button>
            <Button variant="brass" href="#planos">
              Ver planos
            </Button>
            <Button variant="danger" icon={<icons.IconTrash />}>
              Apagar
            </Button>
            <Button variant="quiet">Limpar filtros</Button>
            <Button variant="secondary" size="s" icon={<icons.IconDownload />}>
              Exportar PDF
            </Button>
            <Button disabled>Sem rede</Button>
            <Button busy={busy} busyText="Enviando..." onClick={() => setBusy(true)}>
              Guardar
            </Button>
            <Button busy busyText="Enviando...">
              Guardar
            </Button>
          </div>
        </Part>

        <Part name="Formulário">
          <div className={styles.grid}>
            <Card>
              <form
                className={styles.form}
                onSubmit={(event) => {
                  event.preventDefault();
                  setErrors([
                    { id: 'username', message: 'Nome de usuário é obrigatório' },
                    { id: 'confirm', message: 'As senhas não coincidem' },
                  ]);
                }}
              >
                <ErrorSummary errors={errors} />
                <TextField label="Nome de usuário" name="username" autoComplete="username" error={errors[0]?.message} />
                <PasswordField
                  label="Senha"
                  name="password"
                  autoComplete="new-password"
                  hint="Pelo menos 6 caracteres."
                />
                <PasswordField
                  label="Confirmação de senha"
                  name="confirm"
                  autoComplete="new-password"
                  error="As senhas não coincidem"
                />
                <SelectField
                  label="Classe"
                  name="grade"
                  placeholder="Escolha"
                  options={[
                    { value: '4', label: '4º Ano' },
                    { value: '5', label: '5º Ano' },
                  ]}
                />
                <TextField label="Escola" name="school" optional disabled defaultValue="Escola nº 1.107" />
                <Button type="submit" full size="l">
                  Criar conta
                </Button>
              </form>
            </Card>
            <Card>
              <div className={styles.form}>
                <DateField
                  legend="Data de nascimento"
                  name="birth"
                  defaultValue="2015-03-07"
                  hint="Por exemplo, 7 3 2015."
                />
                <RadioGroup
                  legend="Sexo"
                  name="sex"
                  inline
                  defaultValue="f"
                  options={[
                    { value: 'm', label: 'Masculino' },
                    { value: 'f', label: 'Feminino' },
                    { value: 'o', label: 'Outro' },
                  ]}
                />
                <RadioGroup
                  legend="Pagamento"
                  name="pay"
                  error="Escolha uma forma de pagamento"
                  options={[
                    { value: 'x', label: 'Multicaixa Express', hint: 'Confirma no telemóvel' },
                    { value: 'r', label: 'Pagamento por referência' },
                  ]}
                />
                <TextField
                  label="Procurar"
                  name="search"
                  type="search"
                  placeholder="Enunciado ou ID"
                  icon={<icons.IconSearch />}
                />
                <TextArea label="Explicação" name="explanation" optional />
                <Checkbox label="Aceito os termos de uso" name="terms" defaultChecked />
                <Switch
                  label="Alertas de desempenho"
                  hint="Quando um resultado muda muito."
                  checked={on}
                  onChange={setOn}
                />
                <Switch label="Relatórios semanais" checked={false} onChange={() => undefined} state="failed" />
                <fieldset>
                  <legend>Como quer pagar?</legend>
                  <ChoiceTile
                    type="radio"
                    name="method"
                    defaultChecked
                    sign={
                      <ChoiceSign>
                        <icons.IconPhone />
                      </ChoiceSign>
                    }
                    title="Multicaixa Express"
                    text="Telemóvel ou transferência"
                  />
                  <ChoiceTile
                    type="radio"
                    name="method"
                    sign={<Initial name="Maria" cover={2} size="m" />}
                    title="Maria Domingos"
                    text="4º Ano"
                  />
                </fieldset>
                <Segmented
                  label="Período"
                  name="period"
                  value={period}
                  onChange={setPeriod}
                  options={[
                    { value: 'm', label: 'Mês' },
                    { value: 't', label: 'Trimestre' },
                    { value: 'a', label: 'Ano' },
                  ]}
                />
              </div>
            </Card>
          </div>
        </Part>

        <Part name="Tabela">
          <DataTable
            caption="Testes recentes"
            rows={RECENT}
            rowKey={(row) => row.id}
            sort={sort}
            onSort={(key) => setSort({ key, descending: key === sort.key ? !sort.descending : true })}
            columns={[
              { key: 'child', header: 'Filho', cell: (row) => row.child, card: 'sub' },
              { key: 'subject', header: 'Disciplina', cell: (row) => row.subject, card: 'title' },
              { key: 'theme', header: 'Tema', cell: (row) => row.theme },
              {
                key: 'score',
                header: 'Pontuação',
                cell: (row) => <ScoreBar value={row.score} withNumber />,
                card: 'wide',
                sortable: true,
              },
              { key: 'when', header: 'Data', cell: (row) => row.when, card: 'corner', sortable: true },
              { key: 'actions', header: 'Acções', cell: () => <a href="#r">Ver detalhes</a>, card: 'wide' },
            ]}
          />
          <br />
          <DataTable
            dense
            caption="Questões"
            rows={RECENT}
            rowKey={(row) => row.id}
            rowTone={(row) => (row.id === 1 ? 'selected' : row.id === 2 ? 'flagged' : undefined)}
            columns={[
              { key: 'id', header: 'ID', cell: (row) => row.id, card: 'corner' },
              {
                key: 'text',
                header: 'Enunciado',
                cell: (row) => `Que parte da laranja sobrou? (${row.theme})`,
                card: 'title',
              },
              { key: 'key', header: 'Resposta', cell: () => 'C', align: 'center' },
              { key: 'weight', header: 'Peso', cell: () => 2, align: 'end' },
            ]}
          />
        </Part>

        <Part name="Separadores, dobras, avisos">
          <Tabs
            label="Painel"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'a', label: 'Testes', icon: <icons.IconClipboard /> },
              { id: 'b', label: 'Banco', count: 10, icon: <icons.IconLibrary /> },
              { id: 'c', label: 'Planos' },
            ]}
          >
            O conteúdo do separador {tab}.
          </Tabs>
          <br />
          <Notice action={<Button variant="brass">Ver planos</Button>}>
            <b>Plano Essencial:</b> 1 teste por disciplina por mês.
          </Notice>
          <br />
          <Notice title="Chave provavelmente errada" icon={<icons.IconFlag size={22} />}>
            34 de 46 crianças escolheram B, e são as que têm melhor nota no teste.
          </Notice>
          <br />
          <Accordion title="1. Compromisso" open>
            Os dados de uma criança pertencem à família.
          </Accordion>
          <Accordion title="2. Dados recolhidos">O mínimo.</Accordion>
        </Part>

        <Part name="Diálogos e mensagens">
          <div className={styles.row}>
            <Button onClick={() => setDialog('finish')}>Finalizar</Button>
            <Button variant="secondary" onClick={() => setDialog('form')}>
              Formulário
            </Button>
            <Button variant="secondary" onClick={() => setDialog('sheet')}>
              Folha
            </Button>
            <Button
              variant="secondary"
              onClick={() => toast({ kind: 'success', title: 'Filho adicionado com sucesso!' })}
            >
              Êxito
            </Button>
            <Button
              variant="secondary"
              onClick={() =>
                toast({
                  title: 'Alertas desligados',
                  action: { label: 'Anular', run: () => toast({ title: 'Anulado' }) },
                })
              }
            >
              Aviso
            </Button>
            <Button
              variant="secondary"
              onClick={() =>
                toast({ kind: 'error', title: 'Falha no login', text: 'Nome de usuário ou senha incorrectos.' })
              }
            >
              Erro
            </Button>
          </div>
        </Part>

        <Part name="À espera, vazio, erro">
          <div className={styles.three}>
            <Card>
              <Skeleton lines={4} />
            </Card>
            <Card>
              <Spinner />
            </Card>
            <Card>
              <EmptyState title="Nenhum filho cadastrado" text="Adicione o primeiro filho para começar.">
                <Button icon={<icons.IconPlus />}>Adicionar Filho</Button>
              </EmptyState>
            </Card>
            <Card>
              <ErrorState
                text="O resto da página continua a funcionar."
                detail="503: service unavailable"
                onRetry={() => undefined}
              />
            </Card>
            <Card muted title="Multiplicação">
              <p className="muted">Multiplicar por dois algarismos.</p>
            </Card>
          </div>
        </Part>

        <Part name="Ícones">
          <div className={styles.row}>
            {Object.entries(icons).map(([name, Icon]) => (
              <span key={name} className={styles.icon}>
                <Icon size={24} />
                <span className="meta">{name.slice(4)}</span>
              </span>
            ))}
          </div>
          <BackLink href="#top" />
        </Part>
      </Page>
      <Footer
        links={[
          { href: '#sobre', label: 'Sobre' },
          { href: '#termos', label: 'Termos de Uso' },
        ]}
      >
        © 2025 {NAME}
      </Footer>
      <MobileBar
        items={[
          { href: '#i', label: 'Início', icon: <icons.IconHome size={22} />, current: true },
          { href: '#t', label: 'Testes', icon: <icons.IconClipboard size={22} /> },
          { href: '#r', label: 'Relatórios', icon: <icons.IconChart size={22} /> },
          { href: '#c', label: 'Config', icon: <icons.IconSettings size={22} /> },
        ]}
      />
      <Dialog
        open={dialog === 'finish'}
        onClose={() => setDialog(null)}
        title="Finalizar o teste"
        size="s"
        footer={
          <>
            <Button size="l" onClick={() => setDialog(null)}>
              Voltar à questão 5
            </Button>
            <Button variant="secondary" size="l" onClick={() => setDialog(null)}>
              Finalizar
            </Button>
          </>
        }
      >
        <FioProgress states={progress(10, 10, [4, 6])} />
        <p>Você não respondeu 2 questões. Deseja continuar e finalizar o teste?</p>
      </Dialog>
      <Dialog
        open={dialog === 'form'}
        onClose={() => setDialog(null)}
        title="Adicionar Filho"
        footer={
          <>
            <Button variant="quiet" onClick={() => setDialog(null)}>
              Cancelar
            </Button>
            <Button onClick={() => toast({ kind: 'error', title: 'Falha ao adicionar filho' })}>Guardar</Button>
          </>
        }
      >
        <TextField label="Nome completo" name="full-name" />
        <DateField legend="Data de nascimento" name="born" />
        <TextField label="Localização" name="place" optional />
      </Dialog>
      <Dialog open={dialog === 'sheet'} onClose={() => setDialog(null)} title="Notificações" sheet lightDismiss>
        <p>A Maria chegou a 78%.</p>
        <a href="#todas">Ver todas (7)</a>
      </Dialog>
      <ToastHost />
    </>
  );
}
