import '../../web/ui/base.css';

// Imports the screens of all documents, so that the build collects their styles. It runs in no browser.
export { About } from '../../areas/About.tsx';
export { Landing } from '../../areas/Landing.tsx';
export { LostDocument } from '../../areas/LostDocument.tsx';
export { PrivacyPolicy } from '../../areas/PrivacyPolicy.tsx';
export { TermsOfUse } from '../../areas/TermsOfUse.tsx';
