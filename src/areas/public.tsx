import '../web/ui/base.css';

// What the documents are made of, gathered here so that the build finds their styles. Nothing of this runs in a browser.
export { About } from './About.tsx';
export { Landing } from './Landing.tsx';
export { LostDocument } from './LostDocument.tsx';
export { PrivacyPolicy } from './PrivacyPolicy.tsx';
export { TermsOfUse } from './TermsOfUse.tsx';
