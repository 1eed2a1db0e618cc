import '../web/ui/base.css';

// Imports the screens of all documents, so that the build collects their styles. It runs in no browser.
export { About } from './About.tsx';
export { Landing } from './Landing.tsx';
export { LostDocument } from './LostDocument.tsx';
export { PrivacyPolicy } from './PrivacyPolicy.tsx';
export { TermsOfUse } from './TermsOfUse.tsx';
