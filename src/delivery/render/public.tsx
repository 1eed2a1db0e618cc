import '../../web/ui/base/base.css';

// Imports the screens of all documents, so that the build collects their styles. It runs in no browser.
export { About } from '../../areas/documents/About.tsx';
export { Landing } from '../../areas/documents/Landing.tsx';
export { LostDocument } from '../../areas/documents/LostDocument.tsx';
export { PrivacyPolicy } from '../../areas/documents/PrivacyPolicy.tsx';
export { TermsOfUse } from '../../areas/documents/TermsOfUse.tsx';
export { Works } from '../../areas/documents/Works.tsx';
