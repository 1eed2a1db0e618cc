/** Words that people here and elsewhere use most in passwords: names, places, faith, football, love, school, months, and adjacent keys. */
const WORDS =
  'senha senhas minhasenha senhasegura novasenha mudar mudarsenha segredo secreta palavrapasse palavra passe chave acesso entrar sistema usuario utilizador convidado ' +
  'password passw pass passwrd letmein welcome login master secret default changeme trustno iloveyou monkey dragon sunshine princess shadow superman batman google facebook whatsapp ' +
  'qwerty qwertyuiop qwert qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qweasd qweasdzxc poiuytrewq abcdef abcdefg abcdefgh abcdefghij abc abcd ' +
  'admin administrador administradora administrator root suporte gerente director directora diretor diretora chefe secretaria professor professora prof docente educador educadora encarregado encarregada aluno aluna estudante ' +
  'escola escolas colegio liceu universidade turma classe teste testes exame prova caderneta caderno educacao ensino matematica portugues ciencias historia geografia ingles fisica quimica biologia ' +
  'angola angolano angolana luanda benguela huambo lubango lobito cabinda malanje malange namibe huila bie kuito cunene uige zaire bengo moxico luena saurimo dundo sumbe menongue ndalatando caxito ondjiva lunda cuanza kwanza ' +
  'talatona viana cacuaco cazenga kilamba maianga rangel sambizanga samba ingombota belas mutamba kinaxixi ilha morrobento benfica mussulo palanca palancanegra palancasnegras imbondeiro welwitschia semba kizomba kuduro muamba funge ' +
  'petro petroluanda petrodeluanda primeirodeagosto interclube sagrada sporting porto fcporto barcelona realmadrid chelsea arsenal liverpool manchester messi ronaldo cristiano neymar futebol basquetebol andebol ' +
  'deus deusefiel deuseamor deusefidel jesus jesuscristo cristo jeova senhor espiritosanto maria nossasenhora muxima anjo anjos igreja biblia fe gloria aleluia amen bencao abencoada abencoado graca ' +
  'amor meuamor amordaminhavida teamo amote amor eterno paixao vida minhavida vidanova coracao princesa principe rainha rei querida querido bebe filho filha filhos meufilho minhafilha meusfilhos familia minhafamilia mae papa mama pai mamae papai ' +
  'felicidade feliz alegria saudade esperanca liberdade independencia paz unidade uniao vitoria sucesso sorte dinheiro kwanzas trabalho sonho estrela luz sol lua flor flores rosa ' +
  'joao jose manuel antonio pedro paulo carlos miguel domingos francisco fernando luis mario jorge andre daniel david gabriel rafael samuel joaquim ana mariana isabel teresa joana catarina luisa fernanda domingas esperanca helena ' +
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo verao natal ' +
  'computador telefone telemovel internet unitel africell movicel multicaixa banco africa portugal brasil lisboa mundo';

let words: ReadonlySet<string> | undefined;
const known = (): ReadonlySet<string> => (words ??= new Set(WORDS.split(' ')));

/** Digits and signs that are used instead of letters. */
const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Returns whether a password is a common word, or two, with modifications: accents, capitals, letters replaced by digits, a year or some
 * signs around it ("Luanda2024!", "s3nh4s3gur4", "angola.angola"); or a sequence of digits or adjacent keys.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (isRow(plain)) return true;
  const undressed = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const undisguised = plain.replace(/[013457@$]/g, (sign) => DISGUISES[sign] ?? sign);
  return [undressed, undisguised].some((text) => isMadeOfWords(text.replace(/[^a-z]/g, '')));
}

function isMadeOfWords(text: string): boolean {
  if (known().has(text)) return true;
  for (let cut = 3; cut <= text.length - 3; cut += 1)
    if (known().has(text.slice(0, cut)) && known().has(text.slice(cut))) return true;
  return false;
}

/** Digits that ascend or descend in steps of one, or that repeat the same few: "1234567890", "9876543210", "1212121212". */
function isRow(text: string): boolean {
  if (/^(.{1,5})\1+.{0,4}$/.test(text)) return true;
  if (!/^\d+$/.test(text)) return false;
  const steps = [...text].slice(1).map((digit, index) => (Number(digit) - Number(text[index]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}
