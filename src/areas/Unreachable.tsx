import { brand } from '../delivery/browser/boot.ts';
import { userFailure } from '../domains/people/accounts/session.tsx';
import { offline } from '../web/call/call.ts';
import { inChildMode } from '../web/call/child-mode.ts';
import { usePage } from '../web/call/navigation.ts';
import { Failed } from '../web/parts/Failed.tsx';
import { Page } from '../web/ui/base/Layout.tsx';
import { useReloadWhenBack } from './reload-when-back.ts';

/**
 * Replaces the sign-in page while the server cannot be reached, because the session may still be valid.
 *
 * @param props.isForChild on a child's screen no link leads to the parent's pages, of which the device may have copies with marks.
 */
export function Unreachable({ isForChild = false }: { isForChild?: boolean }) {
  useReloadWhenBack();
  usePage('Sem internet', brand.productName);
  return (
    <Page width="form">
      <h1 className="sr">Sem internet</h1>
      <Failed error={userFailure() ?? offline()} onRetry={() => location.reload()} onlyByHand>
        {/* The link loads the page instead of rendering the screen: the device may have a copy of that page. */}
        {isForChild ? (
          inChildMode() && (
            <a href="/child" target="_self">
              Voltar
            </a>
          )
        ) : (
          <a href="/dashboard" target="_self">
            Ir para o início
          </a>
        )}
      </Failed>
    </Page>
  );
}
