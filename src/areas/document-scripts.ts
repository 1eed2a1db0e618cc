// The documents are plain HTML. These two scripts are all that runs in them; they stand inside the page, whose
// policy names their hashes. Written for Chrome 88 by hand, since no build touches them.

/** Keeps the theme in step with the other tabs and with the phone's own switch at sunset. */
export const FOLLOW_THEME =
  "(function(m){function f(){var t;try{t=localStorage.theme}catch(e){}document.documentElement.dataset.theme=t=='light'||t=='dark'?t:m.matches?'dark':'light'}addEventListener('storage',f);m.addEventListener&&m.addEventListener('change',f)})(matchMedia('(prefers-color-scheme:dark)'))";

/** Id of the place where the landing page says what the app left to be said. */
export const TOAST_ID = 'aviso';

/**
 * Says once what the app left under 'toast' when it sent the person here (signing out), for five seconds, as everywhere.
 * Pointing at it keeps it.
 */
export const SHOW_TOAST = `(function(b,s,j){try{s=sessionStorage;j=JSON.parse(s.getItem('toast'));s.removeItem('toast')}catch(e){}if(!b||!j)return;var c=b.firstChild,t,w=function(){t=setTimeout(function(){c.hidden=true},5000)},k=function(){clearTimeout(t)};c.dataset.kind=j.kind;c.children[0].textContent=j.title;c.children[1].textContent=j.text||'';c.hidden=false;c.onmouseenter=k;c.onmouseleave=w;w()})(document.getElementById('${TOAST_ID}'))`;
