import NotFound from '../NotFound.tsx';
import { DocumentFrame, HOME } from './DocumentFrame.tsx';

/** Renders the document that the server sends with status 404. */
export function LostDocument() {
  return (
    <DocumentFrame back={false}>
      <NotFound home={HOME} />
    </DocumentFrame>
  );
}
