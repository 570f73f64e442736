package oneway

import "strings"

// stem is the unchanging part of a German, French, Spanish or Portuguese verb
// for an act, folded: "loschen" is löschen.
type stem struct {
	text  string
	class string
}

// stems are sorted; a test keeps them so.
var stems = [...]stem{
	{"abbuch", Payment},
	{"abschalt", Infrastructure},
	{"abschick", Message},
	{"accord", Credentials},
	{"achat", Payment},
	{"achet", Payment},
	{"apag", Delete},
	{"ausradier", Delete},
	{"ausroll", Release},
	{"ausschalt", Infrastructure},
	{"benachrichtig", Message},
	{"bereitstell", Release},
	{"bezahl", Payment},
	{"borr", Delete},
	{"cancell", Delete},
	{"compr", Payment},
	{"conced", Credentials},
	{"delet", Delete},
	{"deploi", Release},
	{"deploy", Release},
	{"descart", History},
	{"deslig", Infrastructure},
	{"despleg", Release},
	{"desplegu", Release},
	{"desplieg", Release},
	{"destrui", Delete},
	{"destruy", Delete},
	{"detrui", Delete},
	{"detruis", Delete},
	{"ecras", Delete},
	{"effac", Delete},
	{"einlad", Message},
	{"elimin", Delete},
	{"entfern", Delete},
	{"envi", Message},
	{"envoi", Message},
	{"envoy", Message},
	{"erteil", Credentials},
	{"esvazi", Delete},
	{"eteind", Infrastructure},
	{"exclu", Delete},
	{"freigeb", Release},
	{"freischalt", Credentials},
	{"gewaehr", Credentials},
	{"gewahr", Credentials},
	{"herunterfahr", Infrastructure},
	{"hochlad", Release},
	{"implant", Release},
	{"kauf", Payment},
	{"kuendig", Payment},
	{"kundig", Payment},
	{"lanzar", Release},
	{"leerraum", Delete},
	{"loesch", Delete},
	{"losch", Delete},
	{"mand", Message},
	{"mergen", Release},
	{"neustart", Infrastructure},
	{"notifi", Message},
	{"notific", Message},
	{"octro", Credentials},
	{"otorg", Credentials},
	{"plattmach", Delete},
	{"publiqu", Release},
	{"pushen", Release},
	{"redemarr", Infrastructure},
	{"reembols", Payment},
	{"reinici", Infrastructure},
	{"rembours", Payment},
	{"remov", Delete},
	{"resili", Payment},
	{"revert", History},
	{"revoc", Credentials},
	{"revog", Credentials},
	{"revoqu", Credentials},
	{"rotier", Credentials},
	{"schick", Message},
	{"sobreescrib", Delete},
	{"sobrescrev", Delete},
	{"sobrescrib", Delete},
	{"sovrascriv", Delete},
	{"stornier", Payment},
	{"supprim", Delete},
	{"suprim", Delete},
	{"televers", Release},
	{"uberschreib", Delete},
	{"uberweis", Payment},
	{"ueberschreib", Delete},
	{"ueberweis", Payment},
	{"vacia", Delete},
	{"vaciar", Delete},
	{"vernicht", Delete},
	{"veroeffentlich", Release},
	{"veroffentlich", Release},
	{"versand", Message},
	{"verschick", Message},
	{"versend", Message},
	{"verwerf", History},
	{"verwijder", Delete},
	{"verworf", History},
	{"wegwerf", Delete},
	{"widerruf", Credentials},
	{"zerstoer", Delete},
	{"zerstor", Delete},
	{"zurucksetz", History},
	{"zuruecksetz", History},
	{"zustimm", Legal},
}

// europeanAct returns the act of a folded German, French, Spanish or
// Portuguese word.
func europeanAct(w string) act {
	if class := europeanVerb(w); class != "" {
		return act{class: class, manner: plain}
	}
	if class := europeanNoun(w); class != "" {
		return act{class: class, manner: nominal}
	}
	if with := europeanPair(w); with != 0 {
		return act{manner: paired, with: with}
	}
	low, high := 0, len(stems)
	for low < high {
		middle := (low + high) / 2
		if stems[middle].text <= w {
			low = middle + 1
		} else {
			high = middle
		}
	}
	for i := low - 1; i >= 0 && stems[i].text[0] == w[0]; i-- {
		if ending, ok := strings.CutPrefix(w, stems[i].text); ok && verbEnding(ending) {
			return act{class: stems[i].class, manner: plain}
		}
	}
	return act{}
}

// verbEnding keeps compounds ("loschbutton") and other words ("accordion")
// from matching a stem.
func verbEnding(s string) bool {
	switch s {
	case "", "e", "en", "t", "st", "et", "te", "ten", "est", "n", "end", "ung", "zuladen":
		return true
	case "er", "ez", "ons", "ent", "ee", "ees", "es", "ait", "era", "erons", "erez", "ant", "re", "ire", "it", "sons",
		"ser", "eons":
		return true
	case "ar", "a", "o", "as", "amos", "an", "emos", "ado", "ada", "ados", "adas", "ando", "arlo", "arla", "arlos",
		"arlas", "alo", "alos", "ala", "alas", "are", "aremos", "ara", "aran", "ir", "irlo", "irlos", "irla", "irlas",
		"i", "ia", "imos", "ido", "ida", "idos", "idas", "iendo", "indo", "erlo", "erlos", "ue", "uemos", "ues", "em",
		"am", "ou", "aram", "ei", "iu", "endo", "eu", "erei", "arei", "arem", "ao", "ier", "iar", "iamos", "io",
		"iarlo", "ie", "iemos":
		return true
	}
	return false
}

// europeanVerb lists whole words where a stem would match too much.
func europeanVerb(w string) string {
	switch w {
	case "geloscht", "geloescht", "entfernt", "uberschrieben", "ueberschrieben", "weggeworfen", "leeren", "geleert",
		"aufraumen", "aufraeumen", "aufgeraumt", "vider", "videz", "vidons", "jeter", "jetez", "limpar", "vaciar",
		"purgar", "tirar", "destruir", "detruire":
		return Delete
	case "publier", "publiez", "publions", "publie", "publicar", "publicamos", "publicarlo", "publicarla", "livrer",
		"subir", "releasen", "lanzar", "lancar", "pousser", "poussez", "desplegar", "empujar", "empurrar", "deployen",
		"deployt", "ausliefern", "ausgeliefert", "forcepushen", "pusht", "pushe", "gepusht", "gemergt", "ausgerollt",
		"freigegeben", "bereitgestellt", "hochgeladen":
		return Release
	case "senden", "sende", "sendet", "gesendet", "envoyer", "enviar", "envio", "mandar", "partager", "compartir",
		"compartilhar", "repondre", "posten", "gepostet", "mailen", "abgeschickt", "eingeladen", "informieren",
		"informiere", "mitteilen", "verstandigen", "prevenir", "prevenez", "avertir", "informer", "contacter",
		"avisar", "aviso", "informar", "contactar", "contatar", "notifier", "kontaktieren", "antworten", "responder",
		"melden":
		return Message
	case "gekauft", "gekundigt", "gekuendigt", "payer", "payez", "payons", "pagar", "pagamos", "zahlen", "bestellen",
		"comprar", "transferir", "souscrire", "suscribir", "assinar":
		return Payment
	case "rotar", "rotamos", "rotacionar", "autorizar", "autoriser":
		return Credentials
	case "eteindre", "provisionar", "heruntergefahren", "neugestartet", "abgeschaltet":
		return Infrastructure
	case "firmar", "unterschreiben", "unterzeichnen":
		return Legal
	}
	return ""
}

func europeanNoun(w string) string {
	switch w {
	case "loschung", "loeschung", "suppression", "suppressions", "effacement", "eliminacion", "exclusao", "remocao",
		"borrado":
		return Delete
	case "bereitstellung", "veroffentlichung", "veroeffentlichung", "deploiement", "publicacion", "publicacao",
		"despliegue", "implantacao", "lancement", "lanzamiento", "lancamento", "freigabe":
		return Release
	case "versand", "envois":
		return Message
	case "zahlung", "kauf", "bestellung", "kundigung", "kuendigung", "paiement", "pago", "pagos", "compra", "compras",
		"pagamento", "pagamentos":
		return Payment
	case "migracion", "migracao":
		return Database
	}
	return ""
}

func europeanPair(w string) group {
	switch w {
	case "reecrire", "reecris", "umschreiben", "reescribir", "reescribo", "reescrever", "reescrevo", "annuler",
		"annulez", "annulons", "deshacer", "desfazer", "abandonner", "rejeter", "ruckgangig", "rueckgaengig":
		return work | files
	case "migrieren", "migriere", "migriert", "migrer", "migrez", "migrar", "migramos", "importieren", "importer",
		"importar":
		return data | schema | live
	case "akzeptieren", "akzeptiere", "annehmen", "accepter", "acceptez", "aceptar", "acepto", "aceitar", "aceito",
		"signer", "signez", "assinar", "concordar":
		return terms
	case "formatieren", "formatiere", "formater", "formatear", "formatar":
		return disk
	case "ersetzen", "ersetze", "ersetzt", "remplacer", "reemplazar", "substituir", "reinitialiser", "restablecer",
		"redefinir", "restaurar", "restaurer", "wiederherstellen", "nettoyer", "limpiar", "purger", "vacie":
		return files | data | schema | running | secret | live
	case "fusionner", "fusionnez", "fusionar", "fusiono", "fusionamos", "mesclar", "mesclo", "zusammenfuhren":
		return remote
	case "eroffnen", "eroeffnen", "erstellen", "anlegen", "ouvrir", "creer", "abrir", "crear", "criar", "schliessen",
		"fermer", "cerrar", "fechar":
		return tickets | cloud
	case "geben", "gebe", "donner", "donne", "dar", "doy", "dou":
		return rights
	case "erneuern", "erneuere", "renouveler", "renouvelez", "renovar", "renuevo", "wechseln", "changer", "cambiar",
		"trocar":
		return secret | money | names
	case "cancelar", "cancelo", "cancelarla", "cancelarlo":
		return money
	case "deaktivieren", "deaktiviere", "desactiver", "desactivez", "desactivar", "desativar", "umgehen",
		"contourner", "contornar":
		return guard
	case "arreter", "arretez", "detener", "detenemos", "parar", "stoppen", "stoppe", "neu", "skalieren",
		"herunterskalieren", "hochskalieren", "escalar", "detengo", "paro", "arrete", "stopper":
		return running
	case "live":
		return 0
	case "mettre", "mise", "poner", "pasar", "paso", "pasamos", "passar", "colocar", "bringen", "gehen", "schalten", "geht":
		return live
	}
	return 0
}

// foreignTopic is topic for the other European languages, where the object
// may stand on either side of the verb.
func (j *judge) foreignTopic(h hit) bool {
	if j.isForeignThing(h) {
		return !j.started(h)
	}
	if j.isModifier(h) {
		return !j.started(h)
	}
	if j.isLocal(h) {
		return true
	}
	if h.act.class != Delete {
		return false
	}
	edit := false
	for i := h.at - 1; i >= 0 && i >= h.at-maxContext && j.words[i+1].gap < broken; i-- {
		if groups(j.words[i].text)&losses != 0 {
			return false
		}
		edit = edit || editable(j.words[i].text)
	}
	for i := h.end; i < len(j.words) && i < h.end+maxContext && j.words[i].gap < broken; i++ {
		if groups(j.words[i].text)&losses != 0 {
			return false
		}
		edit = edit || editable(j.words[i].text)
	}
	return edit
}

// isForeignThing reports whether h follows the thing that it names, as in
// "bouton supprimer" and "botón de eliminar".
func (j *judge) isForeignThing(h hit) bool {
	prev := j.before(h.at, 1)
	switch prev {
	case "de", "d", "del", "para", "pour", "do", "da":
		prev = j.before(h.at, 2)
	}
	switch prev {
	case "bouton", "boton", "botao", "knopf", "schaltflache", "icone", "icono", "fonction", "funcion", "funcao",
		"script", "texte", "texto", "message", "mensaje", "mensagem", "page", "pagina", "dialogue", "dialogo", "menu",
		"champ", "campo", "option", "opcion", "opcao", "tache", "tarea", "tarefa", "etape", "paso", "passo",
		"commande", "comando", "date", "fecha", "data":
		return true
	}
	return false
}
