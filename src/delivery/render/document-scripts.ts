// Inline scripts, allowed by their hashes in the page's policy. Documents, which are plain HTML, run only the first three. The scripts are
// written by hand for Chrome 88, because no build step processes them.

/** Keeps the theme in sync with other tabs and with the phone's setting. */
export const FOLLOW_THEME =
  "(function(m){function f(){var t;try{t=localStorage.theme}catch(e){}document.documentElement.dataset.theme=t=='light'||t=='dark'?t:m.matches?'dark':'light'}addEventListener('storage',f);m.addEventListener&&m.addEventListener('change',f)})(matchMedia('(prefers-color-scheme:dark)'))";

/** Id of the form in which a visitor chooses the theme. */
export const THEME_ID = 'tema';

/** Shows the theme form, which does nothing without scripts, and stores the choice under the app's key. */
export const CHOOSE_THEME = `(function(f,m){if(!f)return;function s(){var t;try{t=localStorage.theme}catch(e){}f.querySelector('[value='+(t=='light'||t=='dark'?t:'system')+']').checked=true}f.onchange=function(e){var t=e.target.value;try{localStorage.theme=t}catch(x){}document.documentElement.dataset.theme=t!='system'?t:m.matches?'dark':'light'};addEventListener('storage',s);s();f.hidden=false})(document.getElementById('${THEME_ID}'),matchMedia('(prefers-color-scheme:dark)'))`;

/** Id of the element for the app's stored message. */
export const TOAST_ID = 'aviso';

/**
 * Shows the message that the app stored under 'toast' before it sent the user here (after signing out), once, for five seconds. Hovering
 * keeps it open.
 */
export const SHOW_TOAST = `(function(b,s,j){try{s=sessionStorage;j=JSON.parse(s.getItem('toast'));s.removeItem('toast')}catch(e){}if(!b||!j)return;var c=b.firstChild,t,w=function(){t=setTimeout(function(){c.hidden=true},5000)},k=function(){clearTimeout(t)};c.dataset.kind=j.kind;c.children[0].textContent=j.title;c.children[1].textContent=j.text||'';c.hidden=false;c.onmouseenter=k;c.onmouseleave=w;w()})(document.getElementById('${TOAST_ID}'))`;

/** Id of the element that links back to a test on this device. */
export const HELD_ID = 'a-meio';

/**
 * On the landing page, unless the phone is with a child, shows that this device holds a running test or unsent answers, with a link to it through the sign-in page. Reads the
 * database of `web/device/device-tables.ts` without creating it or keeping it open.
 */
export const SHOW_HELD = `(function(b,i,r){try{if(!b||!i||localStorage.getItem('modo-crianca'))return}catch(e){}r=i.open('caderneta');r.onupgradeneeded=function(){r.transaction.abort()};r.onsuccess=function(){var d=r.result,o=d.objectStoreNames.contains('waiting')?['waiting']:['answers','finishings'],t,s,a,f;try{t=d.transaction(['sittings'].concat(o))}catch(e){d.close();return}s=t.objectStore('sittings').getAll();a=t.objectStore(o[0]).count();f=t.objectStore(o[1]||o[0]).count();t.oncomplete=function(){var n,m=1/0;d.close();s.result.forEach(function(k){var l=Date.parse(k.sitting.deadline)-k.clockOffset-Date.now();if(k.state=='open'&&l>0&&l<m){m=l;n=k.sitting}});if(!n&&!a.result&&!f.result)return;var c=b.children;if(n){m=Math.ceil(m/6e4);c[0].textContent=n.child.firstName+' tem um teste a meio: '+(m>1?'faltam '+m+' min':'falta 1 min')+'.';c[1].textContent='Entrar e continuar';c[1].onclick=function(){try{sessionStorage.setItem('next','/tests/'+n.testId+'?childId='+n.childId)}catch(e){}}}b.hidden=false}}})(document.getElementById('${HELD_ID}'),window.indexedDB)`;

/**
 * Starts the test of this address before the app's code has loaded (delivery/browser/early-start.ts). Does nothing if the device already has the test,
 * or if that cannot be determined. Requests the first question as HTML unless the phone has the app's code.
 */
export const EARLY_START =
  "(function(w,p,t,c,i,s){try{t=/^\\/tests\\/([1-9]\\d{0,9})$/.exec(location.pathname)[1];c=/[?&]childId=([1-9]\\d{0,9})(&|$)/.exec(location.search)[1];if(localStorage.getItem('teste:'+c+':'+t))return;i=crypto.randomUUID();s=p.now();w.early={key:c+':'+t,clientId:i,reply:fetch('/api/attempts',{method:'POST',credentials:'same-origin',cache:'no-store',redirect:'error',referrerPolicy:'no-referrer',headers:{'Content-Type':'application/json'},body:JSON.stringify({childId:+c,testId:+t,clientId:i,order:'own',draw:!(navigator.serviceWorker||0).controller})}).then(function(r){return{response:r,roundTrip:p.now()-s,receivedAt:Date.now()}})};w.early.reply.catch(function(){})}catch(e){}})(window,performance)";

/**
 * In a page rendered by the server, records taps on buttons, changes of fields and opened details in parts that the app has not hydrated
 * yet (React marks hydrated elements). Links work without hydration; those that start a test are recorded too, because the app first asks
 * the parent to pass the phone to the child, before the time runs.
 *
 * After the app has called `keptTaps.repeat()`, the script dispatches the kept events again, in their original order, each as soon as its
 * element is hydrated. The script lets React render after each event. A field's value is set again first: hydration may have reset it, and
 * React ignores an event that does not change the value.
 */
export const KEEP_TAPS = [
  `(function(d,w){var l=[],x=w.keptTaps={taps:l,repeat:r,isHydrated:h},on;`,
  `function h(n){return n.isConnected===false||Object.keys(n).some(function(p){return !p.indexOf('__reactProps')})}`,
  `function k(e){var t=e.target,c=e.type=='click',n=e.type=='toggle'?t:t.closest&&t.closest(c?'button,[type=radio],[type=checkbox],a[href^="/tests/"][href*="?childId="]':'select,input,textarea'),p=l[l.length-1];if(!n||h(n)||!c&&/^(radio|checkbox)$/.test(n.type))return;if(c){e.preventDefault();e.stopPropagation()}if(p&&p[0]==e.type&&p[1]==n)p[2]=n.value;else l.push([e.type,n,n.value]);on&&r()}`,
  `function g(t){var n=t[1];if(n.isConnected===false)return;if(t[0]=='click')return n.click();if(t[0]!='toggle'){n.value=t[2];n._valueTracker&&n._valueTracker.setValue('')}n.dispatchEvent(new Event(t[0],{bubbles:true}))}`,
  `function r(){on=1;for(var i=0;i<l.length;i++)if(h(l[i][1])){g(l.splice(i,1)[0]);return Promise.resolve().then(r)}l.length&&setTimeout(r,50)}`,
  `['click','input','change','toggle'].forEach(function(s){d.addEventListener(s,k,true)})})(document,window)`,
].join('');
