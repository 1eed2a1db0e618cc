/** Returns the form by which a photograph is sent. @param photo a JPEG picture in base64. */
export function photoForm(photo: string): FormData {
  const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
  const form = new FormData();
  form.append('photo', new Blob([bytes], { type: 'image/jpeg' }), 'texto.jpg');
  return form;
}
