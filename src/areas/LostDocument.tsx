import { DocumentFrame, HOME } from './DocumentFrame.tsx';
import NotFound from './NotFound.tsx';

/** What the server sends for an address that nothing answers to. */
export function LostDocument() {
  return (
    <DocumentFrame back={false}>
      <NotFound home={HOME} />
    </DocumentFrame>
  );
}
