import { FORMULA } from './content.rules.ts';

// Spellings and words of Brazil (and of the spelling agreement of 1990) with those of Angola. Whole words are compared, ignoring case. The
// enumerations of the specification (Intermediário…) are in other fields, which are not checked.
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  `ação=acção ações=acções reação=reacção reações=reacções interação=interacção interações=interacções fração=fracção
  frações=fracções fracionário=fraccionário fracionária=fraccionária direção=direcção direções=direcções correção=correcção
  correções=correcções seleção=selecção selecionar=seleccionar coleção=colecção coleções=colecções proteção=protecção
  subtração=subtracção subtrações=subtracções atração=atracção tração=tracção extração=extracção contração=contracção
  contrações=contracções distração=distracção redação=redacção redações=redacções infração=infracção injeção=injecção
  injeções=injecções infeção=infecção infeções=infecções exceção=excepção exceções=excepções exceto=excepto adoção=adopção
  adotar=adoptar adotou=adoptou seção=secção seções=secções receção=recepção refração=refracção projeção=projecção
  atividade=actividade atividades=actividades ativo=activo ativa=activa ativos=activos ativas=activas ativar=activar
  objetivo=objectivo objetivos=objectivos objeto=objecto objetos=objectos adjetivo=adjectivo adjetivos=adjectivos
  coletivo=colectivo coletivos=colectivos coletiva=colectiva subjetivo=subjectivo afetivo=afectivo letivo=lectivo
  ator=actor atores=actores atriz=actriz ato=acto atos=actos atual=actual atuais=actuais atualmente=actualmente
  atuar=actuar ótimo=óptimo ótima=óptima ótimos=óptimos ótimas=óptimas exato=exacto exata=exacta exatos=exactos
  exatas=exactas exatamente=exactamente correto=correcto correta=correcta corretos=correctos corretas=correctas
  corretamente=correctamente incorreto=incorrecto incorreta=incorrecta direto=directo direta=directa diretos=directos
  diretamente=directamente indireto=indirecto indireta=indirecta diretor=director diretora=directora elétrico=eléctrico
  elétrica=eléctrica elétricos=eléctricos elétricas=eléctricas eletricidade=electricidade eletricista=electricista
  projeto=projecto projetos=projectos trajeto=trajecto trajetos=trajectos trajetória=trajectória setor=sector setores=sectores
  fator=factor fatores=factores olfato=olfacto tato=tacto teto=tecto tetos=tectos trator=tractor tratores=tractores
  inseto=insecto insetos=insectos arquiteto=arquitecto arquitetura=arquitectura dialeto=dialecto dialetos=dialectos
  noturno=nocturno noturna=nocturna noturnos=nocturnos reta=recta retas=rectas reto=recto retos=rectos retângulo=rectângulo
  retângulos=rectângulos retangular=rectangular afeto=afecto aspeto=aspecto aspetos=aspectos abstrato=abstracto
  abstratos=abstractos caráter=carácter batizar=baptizar batismo=baptismo batizado=baptizado contato=contacto fatura=factura
  efetuar=efectuar efetua=efectua espetáculo=espectáculo respetivo=respectivo respetivamente=respectivamente jato=jacto
  perspetiva=perspectiva úmido=húmido úmida=húmida umidade=humidade antártida=antárctida antártico=antárctico ártico=árctico
  egito=egipto sintático=sintáctico detetar=detectar leem=lêem veem=vêem creem=crêem deem=dêem vôo=voo enjôo=enjoo
  idéia=ideia idéias=ideias assembléia=assembleia européia=europeia européias=europeias asteroide=asteróide
  asteroides=asteróides joia=jóia joias=jóias heroico=heróico econômico=económico econômica=económica
  gênero=género gêneros=géneros quilômetro=quilómetro quilômetros=quilómetros gêmeo=gémeo gêmeos=gémeos prêmio=prémio
  prêmios=prémios sinônimo=sinónimo sinônimos=sinónimos antônimo=antónimo antônimos=antónimos homônimo=homónimo
  oxigênio=oxigénio hidrogênio=hidrogénio fenômeno=fenómeno fenômenos=fenómenos patrimônio=património colônia=colónia
  colônias=colónias antônio=António vênus=Vénus tênis=ténis bebê=bebé bebês=bebés judô=judo eletrônico=electrónico
  conosco=connosco quatorze=catorze dezesseis=dezasseis dezessete=dezassete dezenove=dezanove
  bilhão=mil~milhões bilhões=mil~milhões você=tu ônibus=autocarro trem=comboio trens=comboios xícara=chávena xícaras=chávenas
  banheiro=casa~de~banho geladeira=geleira açougue=talho açougueiro=talhante pedestre=peão
  pedestres=peões caminhão=camião caminhões=camiões bonde=eléctrico metrô=metro esporte=desporto esportes=desportos
  esportivo=desportivo time=equipa times=equipas gol=golo gols=golos goleiro=guarda-redes equipe=equipa equipes=equipas
  planejar=planear planejamento=planeamento registro=registo registros=registos registrar=registar controle=controlo
  atualizar=actualizar atualizado=actualizado atualizada=actualizada atualizados=actualizados atualizadas=actualizadas
  atualização=actualização atualize=actualize inativo=inactivo inativa=inactiva inativos=inactivos inativas=inactivas
  usuário=utilizador gerenciar=gerir deletar=apagar camiseta=camisola garçom=empregado~de~mesa aluguel=aluguer
  aquarela=aguarela grampeador=agrafador aterrissar=aterrar sorvete=gelado polonês=polaco canadense=canadiano moscou=Moscovo
  irã=Irão janeiro=Janeiro fevereiro=Fevereiro março=Março abril=Abril maio=Maio junho=Junho julho=Julho agosto=Agosto
  setembro=Setembro outubro=Outubro novembro=Novembro dezembro=Dezembro`
    .split(/\s+/)
    .map((pair) => pair.replaceAll('~', ' ').split('=') as [string, string]),
);
// "fato" also means a suit and "celular" also refers to cells: these are wrong only within a phrase.
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(de fato(?! de)|fatos? (históricos?|reais|real|ou opini|e opini)|o fato (de|é) que)/giu, 'facto'],
  [/(?<!\p{L})(o|um|no|do|ao|pelo|meu|seu|teu|telefone) celular(?!\p{L})/giu, 'telemóvel'],
  [/(?<!\p{L})sucos? (de|natura(l|is))(?!\p{L})/giu, 'sumo'],
  [/café da manhã/giu, 'pequeno-almoço'],
  // "kwanza" is the currency; the river and the provinces are written as the law writes them.
  [/(?<!\p{L})kwanza(?= (norte|sul))|(?<=(?<!\p{L})rio )kwanza/giu, 'Cuanza'],
  [/(?<!\p{L})(kuito|[ck]uíto)(?!\p{L})/giu, 'Cuito'],
  [/ü/giu, 'u'],
  [
    /(?<!\p{L})est(á|ás|ão|ou|amos|ava|avas|avam) (?!lindo|quando|segundo)\p{L}+(ando|endo|indo)(?!\p{L})/giu,
    'está a + infinitivo',
  ],
];
const MONTHS_IN_LOWER_CASE =
  /^(janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)$/i;
const ENGLISH_TOO = new Set(['time', 'times']);

export interface Misspelling {
  found: string;
  /** The Angolan spelling. */
  write: string;
}

/** Returns the Brazilian spellings in a text, each with the Angolan one. In English texts "time" is an English word. */
export function brazilianSpellings(text: string, english = false): Misspelling[] {
  const found: Misspelling[] = [];
  const prose = text.normalize('NFC').replace(FORMULA, ' ').replaceAll('Egito Praia', ' ');
  // "Bebê-la" is a verb with its pronoun, not a baby.
  for (const [word] of prose.matchAll(/\p{L}+(?!\p{L}|-l[oa]s?(?!\p{L}))/gu)) {
    const lower = word.toLowerCase();
    const write = SPELLINGS.get(lower);
    if (!write || (MONTHS_IN_LOWER_CASE.test(lower) && word !== lower) || (english && ENGLISH_TOO.has(lower))) continue;
    found.push({ found: word, write });
  }
  for (const [phrase, write] of PHRASES)
    for (const [words] of prose.matchAll(phrase)) found.push({ found: words, write });
  return found;
}
