import { useState } from 'react';
import { Button } from '../base/Button.tsx';
import { Page, SkipLink } from '../base/Layout.tsx';
import { OfflineStrip } from '../base/OfflineStrip.tsx';
import { ToastHost, toast } from '../base/Toast.tsx';
import { Dialog } from '../forms/Dialog.tsx';
import { DateField, TextField } from '../forms/Field.tsx';
import { ThemePicker } from '../forms/ThemePicker.tsx';
import { BellButton, Footer, Header, MobileBar } from '../lists/Header.tsx';
import styles from './Catalogue.module.css';
import { ChildrenPart } from './FamilyParts.tsx';
import { FormParts } from './FormParts.tsx';
import { PanelParts, RestParts } from './PanelParts.tsx';
import { icons, NAME, Part } from './sample.tsx';
import { ResultPart, SittingPart } from './TestParts.tsx';

type SampleDialog = 'form' | 'finish' | 'sheet';

/** Shows every component in every state, for visual checks. */
export function Catalogue() {
  const [dialog, setDialog] = useState<SampleDialog | null>(null);

  return (
    <>
      <SkipLink />
      <OfflineStrip offline />
      <SampleHeader />
      <Page withBar>
        <h1 tabIndex={-1}>Catálogo</h1>
        <p className="muted">Todas as peças, em todos os estados.</p>
        <div className={styles.theme}>
          <ThemePicker />
        </div>

        <SittingPart />
        <ResultPart />
        <ChildrenPart />
        <FormParts />
        <PanelParts />
        <Messages onOpen={setDialog} />

        <RestParts />
      </Page>
      <SampleFooter />
      <Dialogs open={dialog} onClose={() => setDialog(null)} />
      <ToastHost />
    </>
  );
}

function SampleHeader() {
  return (
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
  );
}

function Messages({ onOpen }: { onOpen: (dialog: SampleDialog) => void }) {
  return (
    <Part name="Diálogos e mensagens">
      <div className={styles.row}>
        <Button onClick={() => onOpen('finish')}>Finalizar</Button>
        <Button variant="secondary" onClick={() => onOpen('form')}>
          Formulário
        </Button>
        <Button variant="secondary" onClick={() => onOpen('sheet')}>
          Folha
        </Button>
        <Button variant="secondary" onClick={() => toast({ kind: 'success', title: 'Filho adicionado com sucesso!' })}>
          Êxito
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({
              title: 'Avisos desligados',
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
  );
}

function SampleFooter() {
  return (
    <>
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
    </>
  );
}

function Dialogs({ open, onClose }: { open: SampleDialog | null; onClose: () => void }) {
  return (
    <>
      <Dialog
        open={open === 'finish'}
        onClose={onClose}
        size="s"
        title="Finalizar o teste"
        footer={<Button onClick={onClose}>Voltar à questão 5</Button>}
      >
        <p>Você não respondeu 2 questões. Deseja continuar e finalizar o teste?</p>
      </Dialog>
      <Dialog
        open={open === 'form'}
        onClose={onClose}
        title="Adicionar Filho"
        footer={
          <>
            <Button variant="quiet" onClick={onClose}>
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
      <Dialog open={open === 'sheet'} onClose={onClose} title="Notificações" sheet lightDismiss>
        <p>A Maria chegou a 78%.</p>
        <a href="#todas">Ver todas (7)</a>
      </Dialog>
    </>
  );
}
