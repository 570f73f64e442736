package oneway

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// ideogram is a Chinese or Japanese word for an act. These scripts put no
// space between words, so it is looked for at every character.
type ideogram struct {
	text   string
	class  string
	manner manner
	with   string // for paired: words of which one must stand in the same clause
}

// ideograms are sorted byte by byte; a test keeps them so. Where one begins
// with another, the longer is tried first.
var ideograms = [...]ideogram{
	{"お知らせす", Message, plain, ""},
	{"アップグレード", Delete, paired, "プラン 有料 クラスタ 本番"},
	{"アップロード", Release, plain, ""},
	{"アンインストール", Delete, plain, ""},
	{"クリア", Delete, plain, ""},
	{"シャットダウン", Infrastructure, plain, ""},
	{"スケールダウン", Infrastructure, plain, ""},
	{"デプロイ", Release, plain, ""},
	{"フォーマット", Delete, paired, "ディスク ドライブ"},
	{"プッシュ", Release, plain, ""},
	{"マイグレーション", Database, paired, "実行 データベース 適用"},
	{"マージ", Release, paired, "プル ブランチ メイン 本番 main master pr"},
	{"リセット", History, plain, ""},
	{"リベース", History, plain, ""},
	{"リリース", Release, plain, ""},
	{"ローテーション", Credentials, plain, ""},
	{"上传", Release, plain, ""},
	{"上傳", Release, plain, ""},
	{"上書き", Delete, plain, ""},
	{"上架", Release, plain, ""},
	{"上線", Release, plain, ""},
	{"上线", Release, plain, ""},
	{"下单", Payment, plain, ""},
	{"下架", Delete, plain, ""},
	{"不可逆", Irreversible, always, ""},
	{"丟棄", History, plain, ""},
	{"丢弃", History, plain, ""},
	{"丢掉", Delete, plain, ""},
	{"付与", Credentials, plain, ""},
	{"付款", Payment, plain, ""},
	{"修改", Credentials, paired, "权限 密码 dns"},
	{"停机", Infrastructure, plain, ""},
	{"停止", Infrastructure, paired, "服务 服务器 实例 サーバ サービス"},
	{"停止し", Infrastructure, plain, ""},
	{"停用", Delete, paired, "账号 服务 验证"},
	{"元に戻", History, plain, ""},
	{"元に戻せ", Irreversible, always, ""},
	{"充值", Payment, plain, ""},
	{"全消し", Delete, plain, ""},
	{"公開", Release, plain, ""},
	{"关机", Infrastructure, plain, ""},
	{"关闭", Credentials, paired, "防火墙 验证 认证 保护 工单 服务 实例 issue pr"},
	{"再起動", Infrastructure, plain, ""},
	{"初期化", Delete, plain, ""},
	{"删", Delete, plain, ""},
	{"删库", Delete, plain, ""},
	{"删掉", Delete, plain, ""},
	{"删除", Delete, plain, ""},
	{"刪", Delete, plain, ""},
	{"刪掉", Delete, plain, ""},
	{"刪除", Delete, plain, ""},
	{"削除", Delete, plain, ""},
	{"升级", Delete, paired, "套餐 付费 集群 服务器 生产"},
	{"卸载", Delete, plain, ""},
	{"发布", Release, plain, ""},
	{"发布出去", Release, plain, ""},
	{"发帖", Message, plain, ""},
	{"发推", Message, plain, ""},
	{"发版", Release, plain, ""},
	{"发给", Message, plain, ""},
	{"发送", Message, plain, ""},
	{"发邮件", Message, plain, ""},
	{"取り消せ", Irreversible, always, ""},
	{"取り返し", Irreversible, always, ""},
	{"取り除", Delete, plain, ""},
	{"取消", Payment, paired, "订阅 订单 套餐"},
	{"变基", History, plain, ""},
	{"合併", Release, paired, "主分支 分支 請求 main master pr"},
	{"合并", Release, paired, "主分支 分支 请求 main master pr mr"},
	{"吊銷", Credentials, plain, ""},
	{"吊销", Credentials, plain, ""},
	{"同意", Legal, paired, "协议 条款 许可 条件 協議"},
	{"同意し", Legal, plain, ""},
	{"同意する", Legal, plain, ""},
	{"回复", Message, plain, ""},
	{"回滚", History, plain, ""},
	{"回滾", History, plain, ""},
	{"回覆", Message, plain, ""},
	{"回退", History, plain, ""},
	{"変更", Credentials, paired, "権限 dns パスワード"},
	{"失効", Credentials, plain, ""},
	{"完全に削除", Irreversible, always, ""},
	{"寄给", Message, plain, ""},
	{"寄送", Message, plain, ""},
	{"封禁", Delete, plain, ""},
	{"差し戻", History, plain, ""},
	{"巻き戻", History, plain, ""},
	{"廃棄", Delete, plain, ""},
	{"开放", Delete, paired, "端口 权限 访问"},
	{"強制プッシュ", History, plain, ""},
	{"強制推送", History, plain, ""},
	{"强制推送", History, plain, ""},
	{"强推", History, plain, ""},
	{"復元", Delete, paired, "バックアップ"},
	{"復元できま", Irreversible, always, ""},
	{"恢复", Delete, paired, "备份 快照"},
	{"扔掉", Delete, plain, ""},
	{"扣款", Payment, plain, ""},
	{"扩容", Infrastructure, plain, ""},
	{"承諾", Legal, plain, ""},
	{"投稿", Message, plain, ""},
	{"抹掉", Delete, plain, ""},
	{"抹消", Delete, plain, ""},
	{"抹除", Delete, plain, ""},
	{"招待", Message, plain, ""},
	{"拿掉", Delete, plain, ""},
	{"振り込", Payment, plain, ""},
	{"振込", Payment, plain, ""},
	{"捨て", Delete, plain, ""},
	{"授予", Credentials, plain, ""},
	{"授权", Credentials, plain, ""},
	{"授權", Credentials, plain, ""},
	{"接受", Legal, paired, "协议 协定 条款 许可"},
	{"推送", Release, plain, ""},
	{"提权", Credentials, plain, ""},
	{"撤销更改", History, plain, ""},
	{"擦除", Delete, plain, ""},
	{"支付", Payment, plain, ""},
	{"支払", Payment, plain, ""},
	{"放弃更改", History, plain, ""},
	{"无法恢复", Irreversible, always, ""},
	{"无法撤销", Irreversible, always, ""},
	{"更换", Delete, paired, "密钥 密码 令牌 证书"},
	{"替换", Delete, paired, "文件 数据"},
	{"本番反映", Release, plain, ""},
	{"格式化", Delete, paired, "硬盘 磁盘 硬碟 优盘 分区"},
	{"権限を与", Credentials, plain, ""},
	{"止め", Delete, paired, "サービス サーバ インスタンス コンテナ"},
	{"永久", Irreversible, always, ""},
	{"泄露", Credentials, plain, ""},
	{"注文", Payment, plain, ""},
	{"注销", Delete, plain, ""},
	{"消して", Delete, plain, ""},
	{"消しま", Delete, plain, ""},
	{"消し飛", Delete, plain, ""},
	{"消す", Delete, plain, ""},
	{"消去", Delete, plain, ""},
	{"清掉", Delete, plain, ""},
	{"清理", Delete, paired, "文件 目录 数据 分支 资源 磁盘 日志文件 缓存 旧"},
	{"清空", Delete, plain, ""},
	{"清除", Delete, plain, ""},
	{"無効", Credentials, paired, "認証 保護 検証 ファイアウォール"},
	{"無法復原", Irreversible, always, ""},
	{"無法撤銷", Irreversible, always, ""},
	{"發佈", Release, plain, ""},
	{"發布", Release, plain, ""},
	{"發送", Message, plain, ""},
	{"知らせ", Message, plain, ""},
	{"破棄", History, plain, ""},
	{"禁用", Credentials, paired, "防火墙 验证 认证 保护"},
	{"移行", Database, paired, "データベース データ db"},
	{"移除", Delete, plain, ""},
	{"空に", Delete, paired, "ごみ箱 フォルダ ディレクトリ 箱 テーブル"},
	{"签署", Legal, plain, ""},
	{"簽署", Legal, plain, ""},
	{"終止", Infrastructure, plain, ""},
	{"终止", Infrastructure, plain, ""},
	{"续费", Payment, plain, ""},
	{"缩容", Infrastructure, plain, ""},
	{"置き換え", Delete, paired, "ファイル データ"},
	{"联系", Message, plain, ""},
	{"聯絡", Message, plain, ""},
	{"覆盖", Delete, plain, ""},
	{"覆蓋", Delete, plain, ""},
	{"解約", Payment, plain, ""},
	{"訂閱", Payment, plain, ""},
	{"課金", Payment, plain, ""},
	{"订阅", Payment, plain, ""},
	{"评论", Delete, paired, "pr issue 工单"},
	{"購入", Payment, plain, ""},
	{"購買", Payment, plain, ""},
	{"购买", Payment, plain, ""},
	{"転送", Message, plain, ""},
	{"輪換", Credentials, plain, ""},
	{"轉帳", Payment, plain, ""},
	{"转发", Message, plain, ""},
	{"转账", Payment, plain, ""},
	{"轮换", Credentials, plain, ""},
	{"迁移", Database, paired, "数据库 資料庫 数据 資料 数据表"},
	{"返信", Message, plain, ""},
	{"返金", Payment, plain, ""},
	{"还原", History, plain, ""},
	{"退款", Payment, plain, ""},
	{"送り", Message, plain, ""},
	{"送る", Message, plain, ""},
	{"送付", Message, plain, ""},
	{"送信", Message, plain, ""},
	{"通知", Message, paired, "客户 用户 团队 大家 同事 お客様 チーム 全員"},
	{"連絡し", Message, plain, ""},
	{"連絡す", Message, plain, ""},
	{"遷移", Database, paired, "资料库 資料庫 資料"},
	{"邀請", Message, plain, ""},
	{"邀请", Message, plain, ""},
	{"還原", History, plain, ""},
	{"部署", Release, plain, ""},
	{"配信", Release, plain, ""},
	{"重启", Infrastructure, plain, ""},
	{"重啟", Infrastructure, plain, ""},
	{"重置", History, plain, ""},
	{"銷毀", Delete, plain, ""},
	{"销毁", Delete, plain, ""},
	{"關機", Infrastructure, plain, ""},
}

// cjk judges the run of Chinese or Japanese that is word i.
func (j *judge) cjk(i int) {
	text := j.words[i].text
	for at := 0; at < len(text); {
		d := ideogramAt(text[at:])
		if d == nil {
			_, n := utf8.DecodeRuneInString(text[at:])
			at += n
			continue
		}
		end := at + len(d.text)
		if j.cjkCounts(i, at, end, d) {
			j.acted = true
			j.found(d.class, d.text)
		} else {
			j.named = append(j.named, d.text)
		}
		at = end
	}
}

func ideogramAt(text string) *ideogram {
	low, high := 0, len(ideograms)
	for low < high {
		middle := (low + high) / 2
		if ideograms[middle].text <= text {
			low = middle + 1
		} else {
			high = middle
		}
	}
	for i := low - 1; i >= 0 && ideograms[i].text[:3] == text[:3]; i-- {
		if strings.HasPrefix(text, ideograms[i].text) {
			return &ideograms[i]
		}
	}
	return nil
}

func (j *judge) cjkCounts(i, at, end int, d *ideogram) bool {
	if d.manner == always {
		return true
	}
	if d.manner == paired && !j.cjkNear(i, at, end, strings.Fields(d.with)) {
		return false
	}
	text := j.words[i].text
	if thing, runs := cjkThing(text[end:]); thing {
		return runs && j.cjkNear(i, at, end, []string{"运行", "执行", "執行", "実行", "触发", "启动", "開始"})
	}
	if d.class == Delete && j.cjkNear(i, at, end, cjkEditable) && !j.cjkNear(i, at, end, cjkLosses) {
		return false
	}
	if j.field == label && len(j.words) == 1 && len(text) <= len(d.text)+6 {
		if slices.Contains(j.only, d.text) {
			return false
		}
	}
	return true
}

// cjkThing reports whether text begins with a noun that makes the act word
// before it part of a name, and whether that thing acts when it is run.
func cjkThing(text string) (thing, runs bool) {
	text = strings.TrimPrefix(text, "的")
	text = strings.TrimPrefix(text, "用")
	for _, w := range cjkThings {
		if strings.HasPrefix(text, w) {
			return true, false
		}
	}
	for _, w := range cjkRunnable {
		if strings.HasPrefix(text, w) {
			return true, true
		}
	}
	return false, false
}

// cjkNear reports whether one of words stands near the act, in its clause.
func (j *judge) cjkNear(i, at, end int, words []string) bool {
	const most = 16 * 3 // bytes on either side
	text := j.words[i].text
	before, after := text[max(0, at-most):at], text[end:min(len(text), end+most)]
	if holds(before, words) || holds(after, words) {
		return true
	}
	for k := i; k > 0 && k > i-4 && j.words[k].gap < broken; k-- {
		if holds(j.words[k-1].text, words) {
			return true
		}
	}
	for k := i + 1; k < len(j.words) && k < i+4 && j.words[k].gap < broken; k++ {
		if holds(j.words[k].text, words) {
			return true
		}
	}
	return false
}

func holds(text string, words []string) bool {
	if len(text) > 600 {
		text = text[:600]
	}
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

var (
	cjkThings = [...]string{"按钮", "按鈕", "图标", "圖示", "功能", "确认", "對話", "对话", "文案", "工具", "库的", "库", "指南", "文档",
		"说明", "率", "日期", "时间", "策略", "流程图", "方式", "方法", "接口", "通知", "ボタン", "アイコン", "機能", "確認", "ダイアログ",
		"ライブラリ", "ツール", "手順書", "ノート", "日", "方法", "通知", "画面", "ページ", "キー"}
	cjkRunnable = [...]string{"脚本", "任务", "流程", "流水线", "命令", "スクリプト", "ジョブ", "処理", "コマンド", "パイプライン"}
	cjkEditable = []string{"空格", "空行", "空白", "导入", "導入", "注释", "註解", "变量", "變數", "换行", "分号", "未使用的代码", "死代码",
		"日志语句", "インポート", "コメント", "スペース", "改行", "変数", "空行", "セミコロン", "未使用の関数", "デッドコード"}
	cjkLosses = []string{"文件", "数据", "資料", "目录", "备份", "表", "仓库", "分支", "账", "ファイル", "データ", "フォルダ", "ディレクトリ",
		"バックアップ", "テーブル", "ブランチ", "アカウント"}
)
