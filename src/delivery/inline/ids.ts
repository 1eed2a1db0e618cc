/** Id of the form in which a visitor chooses the theme. */
export const THEME_ID = 'tema';

/** Id of the element for the app's stored message. */
export const TOAST_ID = 'aviso';

/** Id of the element that links back to a test on this device. */
export const HELD_ID = 'a-meio';
